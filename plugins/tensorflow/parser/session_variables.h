// Variables that no checkpoint gives: the memory of a session. One graph of a file fills it (its initializer), and
// others read and write it (a step of training).
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/model_file.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

bool HasVariables(const std::vector<Node>& nodes);
// Returns the names of the nodes that write variables.
std::set<std::string> WritersOf(const std::vector<Node>& nodes);

// Checks the nodes that a graph needs, before control flow is rewritten. E2002: a node comes after a call of a
// function, which may write.
Status CheckCalls(const std::vector<Node>& needed);

// The accesses to variables beside the values that a graph gives.
struct VariableAccesses {
  std::vector<std::string> effects;                         // nodes that write; they run without being asked for
  std::vector<std::pair<std::string, std::string>> orders;  // nodes: the first comes before the second
};

// Turns variables, and handles of one name, into Variables. Their readers and writers become operators of Ascend IR.
// `outputs`: the requested outputs; nodes without a value leave the list. `writers`: the writers before control flow
// was rewritten. E2001: a variable's type or shape isn't known, or no requested node has a value or writes. E2002: a
// variable is written by an unsupported operator, or in a branch or loop.
Result<VariableAccesses> MakeSessionVariables(const std::set<std::string>& writers, std::vector<Node>& nodes,
                                              std::vector<std::string>& values, std::vector<NamedValue>& outputs);

}  // namespace opdk::tensorflow_plugin
