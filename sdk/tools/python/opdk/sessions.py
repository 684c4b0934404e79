"""Variables that models share."""
from __future__ import annotations

from . import _core
from .arrays import Array, TensorSpec, results
from .errors import translated_class
from .packages import registry


@translated_class
class Session:
    """The values of models' variables, by their names. Models that are compiled with one session share them, and the
    session outlives their runs. Runs that write variables go on one after the other.

    Example:
        >>> session = opdk.Session()
        >>> begin = opdk.Graph.from_file("train.pb", options={"out_nodes": "init"}).compile(session=session)
        >>> step = opdk.Graph.from_file("train.pb", options={"out_nodes": "train_op;loss"}).compile(session=session)
        >>> begin.run([])
        >>> losses = [step.run({"x": x, "y": y})["loss"] for x, y in batches]
        >>> weights = session.value("weights")
    """

    def __init__(self) -> None:
        """Makes a session without variables: models bring them."""
        registry()
        self._native = _core.Variables()

    @property
    def variables(self) -> list[str]:
        """The names of those that its models have."""
        return self._native.names()

    def value(self, name: str) -> Array:
        """Returns a copy of a variable's value.

        Raises:
            OpdkError: E1003, there is no such variable, or it has no value yet.

        Example:
            >>> session.value("weights").shape
            (64, 10)
        """
        written = self._native.value(name)
        return results([TensorSpec(name, written.dtype, tuple(written.shape))], [None], [written])[name]
