// Questions about the inputs and outputs of placed nodes, answered from operator information.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/ir/variables.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Returns whether an engine runs the node. The core itself handles Data, Const, Variable and NetOutput.
bool IsRun(const Node& node);

// Places a node on an engine and on the provider of its kernel. nullptr: the engine needs no provider.
void Place(Node& node, std::string_view engine, const OperatorProvider* provider);
// Returns the provider that the node is placed on. nullptr: the node has none (FusedOp, Data …).
const OperatorProvider* PlacedProvider(const Node& node, const PackageRegistry& packages);
// Returns the error E5012 of a model that needs a package that isn't loaded. `package`: "mine", or "mine 1.0.0".
Status PackageIsMissing(std::string_view package, const PackageRegistry& packages);
// Returns the provider of the node's kernel on the engine. The placement may stand in a file. E2001: it names no
// package. E5012: its package isn't loaded. E5010: the package of this name has no such kernel.
Result<const OperatorProvider*> PlacedKernel(const Node& node, std::string_view engine,
                                             const PackageRegistry& packages);
// Returns the operator information of the engine and package that the node is placed on. nullptr: the node has none
// (FusedOp, Data …).
const EngineOpInfo* PlacedInfo(const Node& node, const PackageRegistry& packages);

// Returns the inputs whose values the node's kernel is built from, by value_depend of the placed engine's operator
// information. For a FusedOp: the inputs that reach such an input of an operator in its body.
std::vector<int> ValueDependInputs(const Node& node, const PackageRegistry& packages);

// Returns whether the node runs no kernel: each used output is a view of an input. If no output is used, each output
// is.
bool IsPureView(const Node& node, const PackageRegistry& packages);

// Returns whether a run of the node can fail because of values or of shapes that are known only at run time. Prepared
// AI Core kernels can't fail.
bool MayFail(const Node& node, const PackageRegistry& packages);

// Attributes of a FusedOp: the results of InPlaceInput and ViewInput (ListInt, one entry per output, -1: none).
inline constexpr std::string_view kInPlaceAttr = "_in_place";
inline constexpr std::string_view kViewAttr = "_view";

// Returns the input whose memory output `output` may overwrite (InPlaceInput), or whose bytes the output is
// (ViewInput). -1: none. The placed engine's operator information says so by in_place and view; for a FusedOp the
// engine sets the attributes above.
int InPlaceInput(const Node& node, int output, const PackageRegistry& packages);
int ViewInput(const Node& node, int output, const PackageRegistry& packages);

// Ports of a node that joins tensors or cuts one, by index. The parts lie in the whole one behind the other along an
// axis.
struct NodeParts {
  bool joins = false;  // `whole` is an output and `parts` are inputs; else the other way round
  int whole = 0;
  std::vector<int> parts;  // in their order
  int64_t axis = 0;        // as it is given: negative from the end
};
// Returns the parts that the operator information's joins and splits name. nullopt: the node neither joins nor cuts, or
// its axis is known only at run time.
std::optional<NodeParts> PartsOf(const Node& node, const PackageRegistry& packages);

}  // namespace opdk
