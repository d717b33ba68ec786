"""Files on disk: a full disk, and who may read what the platform keeps."""
