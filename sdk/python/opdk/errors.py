"""Errors of opdk."""
from __future__ import annotations

from collections.abc import Sequence


class OpdkError(Exception):
    """What went wrong, where, and what to do about it.

    The codes are those of the README: E1xxx input and environment, E2xxx definitions, E4xxx building kernels, E5xxx
    loading packages, E6xxx a kernel that failed.

    Example:
        >>> try:
        ...     opdk.run("Sofmax", {"x": x})
        ... except opdk.OpdkError as error:
        ...     print(error.code, error.hint)
        E2002 did you mean Softmax?
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
        """Several lines: code and message, the places, the next step."""
        lines = [f"{self.code}: {self.message}"]
        lines += [f"  at: {place}" for place in self.places]
        if self.hint:
            lines.append(f"  help: {self.hint}")
        return "\n".join(lines)
