// Explains the nodes of a model: engine, package, kernel, and the reasons of engines that didn't take them.
#pragma once

#include <string>
#include <vector>

#include "graph_core/execution/executable.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"
#include "graph_core/package/package_registry.h"
#include "opdk/compile.h"

namespace opdk {

// Adds a row for each placed node of the graph and of its regions. Nodes of regions stand behind their node, under its
// name: "loop/body/add". `place`: "" or "loop/body/".
Status ExplainPlacement(const Graph& graph, const std::string& place, const PackageRegistry& packages,
                        std::vector<NodeExplanation>& rows);

// Adds the notes of passes to the rows of their nodes.
void AddNotes(const std::vector<PassNote>& notes, std::vector<NodeExplanation>& rows);

// Adds facts of the loaded model to the rows: kernels, fusion, nodes that an engine inserted.
void ExplainKernels(const Executable& model, const PackageRegistry& packages, std::vector<NodeExplanation>& rows);

}  // namespace opdk
