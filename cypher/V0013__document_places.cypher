// A document may be found at several paths. It is looked up by what it holds, by the bytes of its
// file, and by its further paths, which few documents have.
CREATE RANGE INDEX kgplatform_document_content_hash IF NOT EXISTS FOR (d:__KGPlatformDocument__) ON (d.contentHash);
CREATE RANGE INDEX kgplatform_document_file_hash IF NOT EXISTS FOR (d:__KGPlatformDocument__) ON (d.fileHash);
CREATE RANGE INDEX kgplatform_document_copies IF NOT EXISTS FOR (d:__KGPlatformDocument__) ON (d.copies);
