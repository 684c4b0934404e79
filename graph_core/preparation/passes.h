// The passes of preparation, one per file of the same name.
#pragma once

#include "graph_core/ir/node_kind.h"
#include "graph_core/ir/pass.h"

namespace opdk {

// Checks the graph: its structure is legal, it has one NetOutput, and descriptions of inputs and constants make sense.
// E2004, E2005.
Result<Changed> CheckGraph(Graph& graph, const PassContext& context);
// Marks nodes on images, before the defaults of prototypes hide whether a node leaves the order of axes to its tensors.
// InferShapes makes marked nodes follow the formats of their tensors and removes the marks.
Result<Changed> NoteFormats(Graph& graph, const PassContext& context);
// Completes each node from its prototype: declared ports, absent optional ones, attribute defaults. E2002, E2005,
// E2009.
Result<Changed> FillFromPrototypes(Graph& graph, const PassContext& context);
// Verifies and infers every node in topological order. E2003, E2007.
Result<Changed> InferShapes(Graph& graph, const PassContext& context);
// Removes nodes that only pass their input on: a view (operator information) with an unchanged description.
Result<Changed> BypassViews(Graph& graph, const PassContext& context);
// Replaces nodes whose outputs are known by constants.
Result<Changed> FoldConstants(Graph& graph, const PassContext& context);
// Writes the functions of PartitionedCall out where they are called.
Result<Changed> InlineCalls(Graph& graph, const PassContext& context);
// Turns a general form X into XD, a prototype in which some inputs of X are attributes. Only if X has no kernel on the
// engines in use, or if XD writes variables that X doesn't (an optimizer's slots). E2005: such an attribute isn't
// constant.
Result<Changed> TakeDForms(Graph& graph, const PassContext& context);
// Makes operators that access a variable by its handle access the Variable of that name, through Identity and regions.
// No handle of a variable is left. E2003: two accesses contradict each other. E2005: a handle whose variable isn't
// known.
Result<Changed> ResolveHandles(Graph& graph, const PassContext& context);
// Gives regions that write an input the memory of the RefData or TemporaryVariable behind the input. E2005: there is no
// such memory, or a loop's body gives another value on.
Result<Changed> ResolveReferences(Graph& graph, const PassContext& context);
// Makes reads and writes of variables separate nodes, and orders them by control edges, in regions first. E2003: an
// input that is written has no known shape. E2005: a temporary variable is used before it has a value, or after it is
// destroyed.
Result<Changed> BindVariables(Graph& graph, const PassContext& context);
// Gives regions copies of the constants that come from outside. Takes values that a loop doesn't change out of the
// values that go round. Removes inputs and outputs that have no users.
Result<Changed> SimplifyRegions(Graph& graph, const PassContext& context);
// Replaces an If or Case with a known condition by its branch, and removes a While that never begins. Then infers and
// folds the nodes behind it again.
Result<Changed> ChooseBranches(Graph& graph, const PassContext& context);
// Removes nodes that no output depends on. Data nodes stay: they are the graph's signature.
Result<Changed> RemoveDeadNodes(Graph& graph, const PassContext& context);

// Makes an error: the graph can't be run because of this node. E2005.
inline Status InvalidNode(const Node& node, std::string message) {
  return Status(ErrorCode::kGraphInvalid, std::move(message)).At(PlaceOf(node));
}

}  // namespace opdk
