"""Errors of opdk."""
from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn, TypeVar, cast


class OpdkError(Exception):
    """An error of opdk: its code, its message, its places, and the next step.

    The codes are those of the README: E1xxx input and environment, E2xxx definitions, E4xxx building kernels, E5xxx
    loading packages, E6xxx a kernel that failed.

    Example:
        >>> try:
        ...     opdk.run("SofmaxV2", {"x": x})
        ... except opdk.OpdkError as error:
        ...     print(error.code, error.hint)
        E2002 did you mean SoftmaxV2?
    """

    code: str
    """"E2002"."""
    message: str
    """What and why, one sentence."""
    places: tuple[str, ...]
    """Where, innermost first: "node conv1 (Conv)", "model.onnx"."""
    hint: str
    """The next step; "" where none is known."""

    def __init__(self, code: str, message: str, places: Sequence[str] = (), hint: str = "") -> None:
        """Keeps what it is given; opdk itself makes these."""
        super().__init__(code, message, tuple(places), hint)
        self.code = code
        self.message = message
        self.places = tuple(places)
        self.hint = hint

    def __str__(self) -> str:
        """Returns several lines: code and message, the places, the next step."""
        lines = [f"{self.code}: {self.message}"]
        lines += [f"  at: {place}" for place in self.places]
        if self.hint:
            lines.append(f"  help: {self.hint}")
        return "\n".join(lines)


_F = TypeVar("_F", bound=Callable[..., Any])
_C = TypeVar("_C", bound=type)


def _texts(value: object) -> Iterator[str]:
    """Yields the texts in an argument, as deep as arguments of opdk go."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)


def _refuse_text(*arguments: object) -> None:
    for text in (text for argument in arguments for text in _texts(argument)):
        try:
            text.encode()
        except UnicodeEncodeError:
            raise OpdkError("E1001", f"{ascii(text)} can't be a name: it has no UTF-8 form", (),
                            "names are Unicode without lone surrogates") from None


def _raise_for(error: Exception, arguments: tuple[object, ...]) -> NoReturn:
    if isinstance(error, MemoryError):
        raise OpdkError("E2007", f"there is not enough memory{': ' if str(error) else ''}{error}", (),
                        "check the shapes, and the constants that give shapes") from error
    if isinstance(error, UnicodeDecodeError):
        raise OpdkError("E2001", f"a name in a model, graph or package isn't UTF-8: {bytes(error.object)!r}", (),
                        "rename it where it was made") from error
    _refuse_text(*arguments)
    raise error


def translated(function: _F) -> _F:
    """Wraps a function so that Python's own errors for bad input become OpdkError: a name without a UTF-8 form, a shape
    that memory can't hold."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (MemoryError, UnicodeError, TypeError, RuntimeError) as error:  # RuntimeError: pybind11's casts
            _raise_for(error, (args, kwargs))

    return cast(_F, call)


def translated_class(cls: _C) -> _C:
    """Applies ``translated`` to the public functions of a class."""
    for name, member in list(vars(cls).items()):
        if name.startswith("_") and name not in ("__init__", "__str__"):
            continue
        if isinstance(member, types.FunctionType):
            setattr(cls, name, translated(member))
        elif isinstance(member, classmethod):
            setattr(cls, name, classmethod(translated(member.__func__)))
        elif isinstance(member, property) and member.fget is not None:
            setattr(cls, name, property(translated(member.fget), doc=member.__doc__))
    return cls
