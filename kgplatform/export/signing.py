"""Signatures of manifests: Ed25519, with keys in PEM files as openssl makes them."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kgplatform.errors import UsageError

__all__ = ["is_signed_by", "sign"]

ALGORITHM = "Ed25519"
HOW_TO_MAKE = "make one with: openssl genpkey -algorithm ed25519 -out key.pem"
HOW_TO_TAKE = "make it with: openssl pkey -in key.pem -pubout -out public.pem"


def sign(digest: bytes, key: Path) -> dict[str, str]:
    """Return the signature of a digest as a manifest holds it.

    Args:
        digest: what is signed.
        key: a private Ed25519 key, as PEM, without a passphrase.

    Raises:
        UsageError: the file holds no such key.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        private = load_pem_private_key(_read(key, HOW_TO_MAKE), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as exc:
        raise _no_key(key, "private", HOW_TO_MAKE) from exc
    if not isinstance(private, Ed25519PrivateKey):
        raise _no_key(key, "private", HOW_TO_MAKE)
    public = private.public_key().public_bytes_raw()
    return {
        "algorithm": ALGORITHM,
        "public_key": b64encode(public).decode(),
        "value": b64encode(private.sign(digest)).decode(),
    }


def is_signed_by(signature: Mapping[str, Any], digest: bytes, key: Path | None) -> bool:
    """Return whether a signature is of a digest, by a key.

    Args:
        signature: as `sign` returned it.
        digest: what was signed.
        key: the public Ed25519 key of the signer, as PEM; None: the one that stands with the
            signature, which anybody may have made.

    Raises:
        UsageError: the file holds no such key.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        own = Ed25519PublicKey.from_public_bytes(b64decode(str(signature.get("public_key"))))
        value = b64decode(str(signature.get("value")))
    except ValueError:
        return False
    public = own if key is None else _load_public(key)
    try:
        public.verify(value, digest)
    except InvalidSignature:
        return False
    return True


def _load_public(key: Path) -> Any:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        public = load_pem_public_key(_read(key, HOW_TO_TAKE))
    except (ValueError, UnsupportedAlgorithm) as exc:
        raise _no_key(key, "public", HOW_TO_TAKE) from exc
    if not isinstance(public, Ed25519PublicKey):
        raise _no_key(key, "public", HOW_TO_TAKE)
    return public


def _read(key: Path, how: str) -> bytes:
    try:
        return key.read_bytes()
    except OSError as exc:
        raise UsageError(f"The key {key} cannot be read ({exc.strerror}): {how}") from exc


def _no_key(key: Path, kind: str, how: str) -> UsageError:
    return UsageError(f"{key} is no {kind} {ALGORITHM} key in PEM without passphrase: {how}")
