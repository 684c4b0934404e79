"""The options of a backend by TorchAir's names, as far as they mean something on a CPU."""
from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any, Optional

import opdk

_REFUSED = {
    "aclgraph_config": "there is no captured graph of a device",
    "aoe_config": "kernels aren't searched for: the best is chosen while a graph is compiled",
    "data_dump": "use dump_config",
    "export": "use torchair.dynamo_export",
    "fusion_config": "which passes are off is said by ge_config.disabled_passes",
    "tiling_schedule_optimize": "kernels have no tiling on another processor",
    "cc_parallel_enable": "there is one processor",
    "topology_sorting_strategy": "the order follows from memory",
    "static_model_ops_lower_limit": "graphs aren't split by their shapes",
    "keep_inference_input_mutations": "PyTorch writes back what a graph changes of its inputs",
    "enable_ref_data": "inputs that a graph writes to are written back by PyTorch",
}


class Option:
    """One option: its values, or its type, and what it says."""

    def __init__(self, default: Any, values: tuple[Any, ...] = (), kind: type = str,
                 fits: Callable[[Any], bool] = lambda value: True, form: str = "") -> None:
        """Takes `values`, the only allowed ones. If it is (), any value of the type `kind` that `fits` is allowed;
        `form` describes it in words."""
        self.default = default
        self.values = values
        self.kind = kind
        self.fits = fits
        self.form = form or f"a {kind.__name__}"

    def check(self, name: str, value: Any) -> Any:
        """Returns the value.

        Raises:
            OpdkError: E1001, it is none.
        """
        if self.values:
            if not any(value is known or (type(value) is type(known) and value == known) for known in self.values):
                near = difflib.get_close_matches(str(value), [str(known) for known in self.values], 1)
                raise opdk.OpdkError("E1001", f"{name} can't be {value!r}", (), (f"did you mean {near[0]!r}? " if near else "")
                                     + "it is one of " + ", ".join(map(repr, self.values)))
        elif not isinstance(value, self.kind) or not self.fits(value):
            raise opdk.OpdkError("E1001", f"{name} can't be {value!r}: it is {self.form}")
        return value


class Options:
    """A node of the tree of options; names that there aren't are refused."""

    def __init__(self, path: str, members: dict[str, Any]) -> None:
        """Takes `members`: options and further nodes by name."""
        vars(self)["_path"] = path
        vars(self)["_options"] = members
        vars(self)["_values"] = {}

    def _find(self, name: str) -> Any:
        members = vars(self)["_options"]
        if name in members:
            return members[name]
        where = f"{self._path}.{name}"
        if name in _REFUSED:
            raise opdk.OpdkError("E1001", f"{where} has no meaning here: {_REFUSED[name]}")
        near = difflib.get_close_matches(name, members, 1)
        raise opdk.OpdkError("E1001", f"there is no option {where}", (), f"did you mean {self._path}.{near[0]}?" if near
                             else "there are " + ", ".join(members))

    def __getattr__(self, name: str) -> Any:
        """Returns the value of an option, or a further node."""
        if name.startswith("__"):
            raise AttributeError(name)
        member = self._find(name)
        return member if isinstance(member, Options) else vars(self)["_values"].get(name, member.default)

    def __setattr__(self, name: str, value: Any) -> None:
        """Sets an option; an earlier way to say ``graph_dump.type`` was ``graph_dump = "txt"``."""
        member = self._find(name)
        if isinstance(member, Options):
            if "type" not in vars(member)["_options"]:
                raise opdk.OpdkError("E1001", f"{self._path}.{name} is a group of options", (), "there are " + ", ".join(
                    f"{self._path}.{name}.{key}" for key in vars(member)["_options"]))
            member.type = value
            return
        vars(self)["_values"][name] = member.check(f"{self._path}.{name}", value)

    def __dir__(self) -> list[str]:
        """Names of the options."""
        return list(vars(self)["_options"])


def _is_number_of_threads(value: int) -> bool:
    return not isinstance(value, bool) and -2**31 <= value < 2**31


def _are_names(value: tuple[Any, ...]) -> bool:
    return all(isinstance(name, str) for name in value)


def _flag(default: bool = False) -> Option:
    return Option(default, (True, False))


class CompilerConfig(Options):
    """The options of a backend.

    Raises:
        OpdkError: E1001, where an option is read or set that there isn't, or set to what it can't be.

    Example:
        >>> config = torchair.CompilerConfig()
        >>> config.experimental_config.frozen_parameter = True
        >>> backend = torchair.get_npu_backend(compiler_config=config)
    """

    def __init__(self) -> None:
        """Gives all options their defaults."""
        def group(path: str, /, **members: Any) -> Options:
            return Options(f"config.{path}", members)

        super().__init__("config", {
            "mode": Option("max-autotune", ("max-autotune", "reduce-overhead", "npugraph_ex")),
            "debug": group(
                "debug", run_eagerly=_flag(),
                graph_dump=group("debug.graph_dump", type=Option(None, (None, "txt", "py", "air")), path=Option(".")),
                fx_summary=group("debug.fx_summary", type=Option(None, (None, "csv")), path=Option("."))),
            "dump_config": group("dump_config", enable_dump=_flag(), dump_path=Option("."), dump_layer=Option(""),
                                 dump_step=Option(""), dump_mode=Option("all", ("input", "output", "all")),
                                 dump_data=Option("tensor", ("tensor", "stats"))),
            "experimental_config": group("experimental_config", frozen_parameter=_flag()),
            "ge_config": group("ge_config", precision_mode=Option(""), threads=Option(0, (), int, _is_number_of_threads, "an int of 32 bits"),
                               disabled_passes=Option((), (), tuple, _are_names, "a tuple of passes' names")),
            "inference_config": group("inference_config", dynamic_gears_merge_policy=Option("zip", ("zip", "product"))),
        })


def checked(config: Optional[CompilerConfig]) -> CompilerConfig:
    """Returns the config, or the defaults.

    Raises:
        TypeError: it is something else.
    """
    if config is None:
        return CompilerConfig()
    if not isinstance(config, CompilerConfig):
        raise TypeError(f"compiler_config must be a torchair.CompilerConfig, not {type(config).__name__}")
    return config
