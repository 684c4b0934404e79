// What operator information says of a placed node's inputs and outputs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/ir/variables.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Whether an engine runs the node: Data, Const, Variable and NetOutput are the core's own.
bool IsRun(const Node& node);

// Puts a node on an engine and the provider whose kernel runs; nullptr: the engine needs none.
void Place(Node& node, std::string_view engine, const OperatorProvider* provider);
// The provider that the node is placed on; nullptr for a node without (FusedOp, Data …).
const OperatorProvider* PlacedProvider(const Node& node, const PackageRegistry& packages);
// The operator information of the engine and package that a node is placed on; nullptr for a node without (FusedOp,
// Data …).
const EngineOpInfo* PlacedInfo(const Node& node, const PackageRegistry& packages);

// Inputs whose values the node's kernel is built from, by the placed engine's operator information (value_depend); of a
// FusedOp: those that reach such an input of an operator in its body.
std::vector<int> ValueDependInputs(const Node& node, const PackageRegistry& packages);

// Whether the node runs no kernel: each output that is used is a view of an input; where none is used, each output.
bool IsPureView(const Node& node, const PackageRegistry& packages);

// Whether a run of the node can fail, on account of values or of shapes that are known only then. Kernels of AI Core
// can't once they are prepared.
bool MayFail(const Node& node, const PackageRegistry& packages);

// Attributes of a FusedOp (ListInt, one entry per output, -1: none): what InPlaceInput and ViewInput answer for it.
inline constexpr std::string_view kInPlaceAttr = "_in_place";
inline constexpr std::string_view kViewAttr = "_view";

// Input whose memory output `output` of `node` may overwrite, or whose bytes it is; -1: none. From the operator
// information's in_place / view of the placed engine (a FusedOp: set by the engine through these attributes).
int InPlaceInput(const Node& node, int output, const PackageRegistry& packages);
int ViewInput(const Node& node, int output, const PackageRegistry& packages);

// What a node joins or cuts: one tensor, along an axis of which others lie one behind the other.
struct NodeParts {
  bool joins = false;  // `whole` is an output and `parts` are inputs; else the other way round
  int whole = 0;
  std::vector<int> parts;  // in their order
  int64_t axis = 0;        // as it is given: negative from the end
};
// From the operator information's joins and splits; nullopt: it does neither, or its axis is known at run time only.
std::optional<NodeParts> PartsOf(const Node& node, const PackageRegistry& packages);

}  // namespace opdk
