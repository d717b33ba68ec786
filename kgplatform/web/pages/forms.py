"""What the forms of pages send: fields that are left empty are not there."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, model_validator

__all__ = ["Form"]

EMPTY: tuple[Any, ...] = ("", [], [""])


class Form(BaseModel):
    """The fields of a form."""

    @model_validator(mode="before")
    @classmethod
    def _leave_out_empty(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if value not in EMPTY}
