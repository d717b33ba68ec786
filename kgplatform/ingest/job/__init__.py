"""Job specs: read and checked, mistakes reported by line."""
