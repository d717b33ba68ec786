"""Addresses that people give, which may be none."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

__all__ = ["split_address"]


def split_address(address: str) -> SplitResult:
    """Return an address's parts; empty ones where it is no address, which its user reports."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
