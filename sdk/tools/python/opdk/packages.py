"""Operator packages: what is loaded, what each brings, who wins, what was refused and why."""
from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Union

from . import _core
from .errors import OpdkError, translated, translated_class


@dataclass(frozen=True)
class Package:
    """A loaded operator package."""

    name: str
    vendor: str
    version: str
    path: str
    """Of its library."""
    builtin: bool
    priority: int
    """Its rank: 0 wins over 1."""
    reason: str
    """Why it has that rank."""


@dataclass(frozen=True)
class Provider:
    """The parts that one package brings for one operator."""

    package: str
    prototype: bool
    engines: tuple[str, ...]
    """Those it has a kernel for: "ai_core", "ai_cpu"."""


@dataclass(frozen=True)
class PortDeclaration:
    """A port as the prototype declares it."""

    name: str
    kind: str
    """"required", "optional" or "dynamic"."""
    types: str
    """The types it admits, as REG_OP writes them."""


@dataclass(frozen=True)
class AttrDeclaration:
    """An attribute as the prototype declares it."""

    name: str
    type: str
    """CANN's token: "Int", "ListFloat" …"""
    required: bool
    default: Any
    """None where there is none."""


@dataclass(frozen=True)
class OperatorInfo:
    """An operator: its prototype, and the packages that know it."""

    type: str
    inputs: tuple[PortDeclaration, ...]
    outputs: tuple[PortDeclaration, ...]
    attrs: tuple[AttrDeclaration, ...]
    providers: tuple[Provider, ...]
    """The winner first."""

    @property
    def package(self) -> str:
        """The package whose prototype counts."""
        return next(provider.package for provider in self.providers if provider.prototype)


@dataclass(frozen=True)
class Rejected:
    """A library that was not loaded."""

    path: str
    reason: OpdkError


@translated_class
class Registry:
    """The packages of one ``load``. Immutable.

    Example:
        >>> registry = opdk.load(plugins=["build/plugins"])
        >>> [package.name for package in registry.packages]
        ['samples_digits', 'opdk_builtin']
        >>> registry.operator("Mish").providers[0].engines
        ('ai_core', 'ai_cpu')
    """

    def __init__(self, native: _core.Registry) -> None:
        """Takes what ``load`` passes; only that function calls it."""
        self._native = native

    @property
    def packages(self) -> list[Package]:
        """Packages by precedence, the winner first."""
        return [Package(**row) for row in self._native.packages()]

    @property
    def operators(self) -> list[str]:
        """The types of all operators, sorted."""
        return self._native.operator_types()

    @property
    def rejected(self) -> list[Rejected]:
        """The libraries that were found and not loaded; the others work."""
        return [Rejected(path, reason) for path, reason in self._native.rejected()]

    @property
    def notes(self) -> list[OpdkError]:
        """Oddities that refuse nothing: an operator of several packages, say. They are not raised."""
        return self._native.notes()

    @property
    def searched(self) -> list[str]:
        """The directories that were read, in order."""
        return self._native.searched()

    def operator(self, type: str) -> OperatorInfo:
        """Returns the prototype of an operator and its providers.

        Raises:
            OpdkError: E2002, no package has it ("did you mean" is in the hint).

        Example:
            >>> [port.name for port in opdk.load().operator("SoftmaxV2").inputs]
            ['x']
        """
        declared = self._native.prototype(type)
        providers = [Provider(row["package"], row["prototype"], tuple(row["engines"]))
                     for row in self._native.providers(type)]
        return OperatorInfo(type, tuple(PortDeclaration(**row) for row in declared["inputs"]),
                            tuple(PortDeclaration(**row) for row in declared["outputs"]),
                            tuple(AttrDeclaration(**row) for row in declared["attrs"]), tuple(providers))


@translated
def load(plugins: Sequence[Union[str, os.PathLike[str]]] = (), *, environment: bool = True,
         builtin: bool = True) -> Registry:
    """Loads operator packages for everything that is made afterwards; what was made before keeps its own.

    Without it, the first use loads with these defaults. A library that can't be used is listed in
    ``Registry.rejected`` with the reason, and the others go on. A library that was rebuilt needs a new process.

    Args:
        plugins: directories with packages, or single libraries; the first has the highest precedence.
        environment: whether OPDK_PLUGIN_PATH and the user's plugin directory are read, after ``plugins``.
        builtin: whether the built-in package is loaded, last.

    Raises:
        OpdkError: E1002, one of ``plugins`` doesn't exist; E5007, nothing at all can be loaded.

    Example:
        >>> registry = opdk.load(plugins=["build/plugins"])
        >>> for rejected in registry.rejected:
        ...     print(rejected.path, rejected.reason)
    """
    if isinstance(plugins, (str, bytes, os.PathLike)):
        raise TypeError("plugins must be a list of directories, not one path")
    return Registry(_core.load([os.fsencode(plugin) for plugin in plugins], environment, builtin))


@translated
def registry() -> Registry:
    """Returns the packages of the last ``load``; loads with the defaults when there was none.

    Raises:
        OpdkError: as ``load``.

    Example:
        >>> "Add" in opdk.registry().operators
        True
    """
    current = _core.current()
    return load() if current is None else Registry(current)
