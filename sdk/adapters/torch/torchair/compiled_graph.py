"""A graph that AOTAutograd made: compiled by the first run, kept in step with the weights that it was compiled with."""
from __future__ import annotations

import itertools
import logging
import operator
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional

import opdk
import torch
from torch import fx

from . import dumps
from .configs.compiler_config import CompilerConfig
from .execution import SizeFunction, assembled, runner, sizes_of
from .ge import dtypes
from .inference import Gears, gears_of, shapes_of_gears
from .lowering import Lowered, Unsupported, is_size, lower
from .partition import is_partition, partition

logger = logging.getLogger("torchair")
_numbers = itertools.count()
_MAX_CHANGES = 2
_compiling = threading.RLock()


_version_of = operator.attrgetter("_version")
_address_of = torch.Tensor.data_ptr


def _states(weights: Sequence[torch.Tensor]) -> tuple[list[int], list[int]]:
    """Returns the numbers that change when a tensor is written to, or when it moves."""
    return list(map(_version_of, weights)), list(map(_address_of, weights))


class _Part(torch.nn.Module):
    """A submodule that runs in opdk."""

    def __init__(self, run: Callable[[Sequence[Any]], list[Any]], single: bool) -> None:
        super().__init__()
        self.run = run
        self.single = single

    def forward(self, *args: Any) -> Any:
        results = self.run(args)
        return results[0] if self.single else tuple(results)


class CompiledGraph:
    """Called with a list of arguments, as AOTAutograd does; gives a list of results.

    Parameters and buffers among the arguments become constants, whose weights are packed once. They are looked at
    before each run (the same tensor, not written to since): where one changed, the graph is compiled anew, and a tensor
    that changes more than twice is an input from then on. With ``frozen_parameter`` nobody looks.
    """

    def __init__(self, module: fx.GraphModule, config: CompilerConfig, kind: str, frozen: Sequence[int]) -> None:
        """Keeps the graph; nothing is compiled yet, but PyTorch's promises about sizes are known.

        Args:
            frozen: positions of the arguments that are constants.
        """
        self.name = f"graph{next(_numbers)}"
        self.kind = kind
        self._module = module
        self._config = config
        self._placeholders = [node for node in module.graph.nodes if node.op == "placeholder"]
        self._fakes = [node.meta.get("val") for node in self._placeholders]
        self._frozen = list(frozen)
        self._changes: dict[int, int] = {}
        self._watched: list[torch.Tensor] = []
        self._states = _states(())
        self._pick: Any = None
        self._left: dict[str, str] = {}
        self._owners: dict[str, fx.Node] = {}
        self._gears: Optional[Gears] = None
        self._run: Any = None
        self._lower_whole({})
        dumps.write_summary(module, self._left, self._config, self.name)

    def __call__(self, args: list[Any]) -> Sequence[Any]:
        """Runs; the list is emptied, so that PyTorch can free what nobody else has."""
        given = list(args)
        args.clear()
        if self._run is None or self._weights_changed(given):
            with _compiling:
                self._compile(given)
        try:
            return self._run(given)
        except opdk.OpdkError as error:
            raise self._located(error) from None

    def _located(self, error: opdk.OpdkError) -> opdk.OpdkError:
        """Returns the error with PyTorch's operator behind the node that it names."""
        node = self._owner(error)
        place = f"{self.name} of torch.compile"
        if node is not None:
            place = f"{node.name} ({node.target}) in {place}"
        return opdk.OpdkError(error.code, error.message, (*error.places, place), error.hint)

    def _owner(self, error: opdk.OpdkError) -> Optional[fx.Node]:
        for place in error.places:
            found = re.match(r"node '?([^ ']+)'?", place)
            if found and found.group(1) in self._owners:
                return self._owners[found.group(1)]
        return None

    def boxed(self) -> Callable[[list[Any]], Sequence[Any]]:
        """Wraps the call in a function that says that it takes a list: Dynamo's wrappers keep what a function says."""
        def run(args: list[Any]) -> Sequence[Any]:
            return self(args)

        run._boxed_call = True
        return run

    def _weights_changed(self, args: Sequence[Any]) -> bool:
        weights = self._watched
        if not weights:
            return False
        # No loop of Python's: there are hundreds of weights, and small graphs.
        return not all(map(operator.is_, self._frozen_of(args), weights)) or _states(weights) != self._states

    def _frozen_of(self, args: Sequence[Any]) -> Sequence[Any]:
        found = self._pick(args)
        return found if len(self._frozen) > 1 else (found,)

    def _watch(self, args: Sequence[Any]) -> None:
        """Makes these arguments the constants from now on, without those that change again and again."""
        always = self._config.experimental_config.frozen_parameter
        if self._watched:
            for position, weight, state in zip(self._frozen, self._watched, zip(*self._states)):
                if args[position] is not weight or state != (weight._version, weight.data_ptr()):
                    self._changes[position] = self._changes.get(position, 0) + 1
        before = len(self._frozen)
        self._frozen = [position for position in self._frozen
                        if self._changes.get(position, 0) <= _MAX_CHANGES and isinstance(args[position], torch.Tensor)
                        and (always or not args[position].is_inference())]  # those don't count who writes to them
        if len(self._frozen) < before:
            logger.info("%s: %d tensors that change again and again, or whose changes aren't counted, are inputs from now on",
                        self.name, before - len(self._frozen))
        self._watched = [] if always else [args[position] for position in self._frozen]
        self._states = _states(self._watched)
        self._pick = operator.itemgetter(*self._frozen) if self._frozen else None

    def _lower_whole(self, constants: Mapping[fx.Node, torch.Tensor]) -> Any:
        try:
            return lower(self._module, self.name, constants)
        except Unsupported as unsupported:
            self._left.update({node.name: reason for node, reason in unsupported.reasons.items()})
            return None

    def _compile(self, args: Sequence[Any]) -> None:
        self._watch(args)
        self._gears = gears_of(args, self._fakes, self._config.inference_config.dynamic_gears_merge_policy)
        constants = {self._placeholders[position]: args[position] for position in self._frozen}
        while True:
            before = len(self._left)
            run = self._attempt(constants)
            if len(self._left) == before:
                break
        self._run = run
        self._report()

    def _attempt(self, constants: Mapping[fx.Node, torch.Tensor]) -> Any:
        if not self._left:
            lowered = self._lower_whole(constants)
            return None if lowered is None else self._model_of(lowered, self._fakes, self.name, self._gears)
        module = partition(self._module, self._left)
        by_name = {node.name: value for node, value in constants.items()}
        for number, node in enumerate(node for node in list(module.graph.nodes) if is_partition(node, module)):
            part = module.get_submodule(str(node.target))
            inner = [placeholder for placeholder in part.graph.nodes if placeholder.op == "placeholder"]
            known = {placeholder: by_name[str(argument)] for placeholder, argument in zip(inner, node.args)
                     if isinstance(argument, fx.Node) and argument.op == "placeholder" and str(argument) in by_name}
            try:
                lowered = lower(part, f"{self.name}_{number}", known)
            except Unsupported as unsupported:
                self._left.update({failed.name: reason for failed, reason in unsupported.reasons.items()})
                return None
            run = self._model_of(lowered, [placeholder.meta.get("val") for placeholder in inner], f"{self.name}_{number}")
            if run is None:
                return None
            output = next(node for node in part.graph.nodes if node.op == "output")
            module.set_submodule(str(node.target), _Part(run, not isinstance(output.args[0], (list, tuple))))
        module.recompile()
        forward = module.forward
        return lambda given: forward(*given)

    def _model_of(self, lowered: Lowered, fakes: Sequence[Any], name: str,
                  gears: Optional[Gears] = None) -> Any:
        """Returns the function that runs the graph; None where a node has to stay in PyTorch, which is in _left
        then."""
        options = self._config.ge_config
        dumps.write_graph(lowered, self._config, name)
        if not lowered.made:
            return runner_without_graph(lowered, fakes)
        try:
            model = lowered.graph.compile(precision_mode=options.precision_mode, threads=options.threads,
                                          disabled_passes=options.disabled_passes,
                                          gears=shapes_of_gears(gears, lowered, fakes))
        except opdk.OpdkError as error:
            self._leave(lowered, error)
            return None
        if self._differs(lowered, model):
            return None
        self._owners.update(lowered.owners)
        dumps.dump_tensors(model, self._config)
        for node in model.explain().nodes if logger.isEnabledFor(logging.DEBUG) else ():
            logger.debug("%s: %s (%s): %s, kernel %s of %s", name, node.node, node.type, node.engine, node.kernel,
                         node.package)
        return runner(lowered, model, fakes)

    def _leave(self, lowered: Lowered, error: opdk.OpdkError) -> None:
        self._owners.update(lowered.owners)
        owner = self._owner(error)
        if owner is None or owner.name in self._left or owner.op != "call_function":
            raise self._located(error)
        self._left[owner.name] = f"{error.code}: {error.message}"

    def _differs(self, lowered: Lowered, model: opdk.Model) -> bool:
        """Returns whether a converter's result differs from PyTorch's description; the operator stays in PyTorch
        then."""
        made = lowered.made
        if all(_fits(spec, port.dtype, port.shape, port.order) for spec, port in zip(model.outputs, made)):
            return False
        inferred = lowered.graph.infer_shapes()
        for node, tensor in lowered.values.items():
            if node.op != "call_function":
                continue
            spec = inferred.get(lowered.graph._native.name_of(tensor.value.node), {}).get(tensor.value.name)
            if spec is not None and not _fits(spec, tensor.dtype, tensor.shape, None) and node.name not in self._left:
                self._left[node.name] = (f"its converter gives {spec.dtype} of shape {spec.shape}, PyTorch "
                                         f"{tensor.dtype} of shape {tuple(tensor.shape)}")
                return True
        raise opdk.OpdkError("E2009", f"{self.name} gives other outputs than PyTorch says", (),
                             "config.debug.graph_dump.type = \"txt\" writes the graph")

    def _report(self) -> None:
        calls = [node for node in self._module.graph.nodes
                 if node.op == "call_function" and not is_size(node.meta.get("val"))]
        logger.info("%s (%s): %d operators, %d of them stay in PyTorch", self.name, self.kind, len(calls), len(self._left))
        for node in calls:
            if node.name in self._left:
                logger.warning("%s (%s): %s (%s) stays in PyTorch: %s", self.name, self.kind, node.name, node.target,
                               self._left[node.name])


def _fits(spec: opdk.TensorSpec, dtype: Any, shape: Sequence[Any], order: Any) -> bool:
    if spec.dtype != dtypes.name_of(dtype):
        return False
    stored = [shape[dim] for dim in order] if order is not None else list(shape)
    return spec.shape is None or (len(spec.shape) == len(stored) and all(
        known == -1 or not isinstance(size, int) or known == size for known, size in zip(spec.shape, stored)))


def runner_without_graph(lowered: Lowered, fakes: Sequence[Any]) -> Any:
    """Returns a function for a graph that hands on its arguments and sizes alone."""
    values = SizeFunction(sizes_of(lowered), fakes)
    return lambda args: assembled(lowered.outputs, (), values.call(args), args)
