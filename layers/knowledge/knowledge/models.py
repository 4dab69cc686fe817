"""The types that requests are made of."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _storable(text: str) -> str:
    """Postgres and UTF-8 know no NUL and no lone surrogate; a space and a question mark stand for them."""
    return text.replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")


Storable = Annotated[str, AfterValidator(_storable)]
Text = Annotated[Storable, Field(min_length=1)]
Label = Annotated[Storable, Field(min_length=1, max_length=200)]
RunId = Annotated[Storable, Field(min_length=1, max_length=200)]


class Body(BaseModel):
    """A request's fields: unknown ones are refused, so that a typing error is not silently ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)
