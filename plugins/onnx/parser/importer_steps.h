// Nodes that the reader itself adds, in the form of the newest opset.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugins/importer/importer.h"

namespace opdk::onnx_plugin {

// Adds a node with one output and returns the output's name. `output`: this name; "": a new name. `name`: the node's
// name; "": one made of its type and output. The errors of Importer::AddNode.
Result<std::string> AddImporterStep(importer::Importer& graph, const std::string& type, std::vector<std::string> inputs,
                                    AttrMap attributes = {}, std::string output = "", std::string name = "");

// Adds a constant int64 list, or a number where `scalar` says so, and returns its name.
std::string AddInt64s(importer::Importer& graph, const std::vector<int64_t>& numbers, bool scalar = false);

}  // namespace opdk::onnx_plugin
