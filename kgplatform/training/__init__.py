"""Makes training data and trains models; needs the extra `train`."""
