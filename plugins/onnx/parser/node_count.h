// The number of a model's nodes once its functions are written out.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>

#include "plugins/importer/mapping_table.h"

namespace opdk::onnx_plugin {

// Returns the number of nodes that the model has at least when each call of its functions is written out. Looks at each
// function once, so that functions that call each other twice cost nothing before they are refused.
int64_t CountWrittenOut(const onnx::ModelProto& model, const importer::MappingTable& mappings);

}  // namespace opdk::onnx_plugin
