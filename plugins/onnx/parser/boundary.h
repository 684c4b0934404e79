// Sequences and optional values that a whole model takes or gives. In the graph they are tensors with names of their
// own:
//   sequence s           s.data, s.shapes     as in packed_sequence.h
//   optional tensor x    x, x.has             x.has is a bool; without it x has any value
//   optional sequence o  o.data, o.shapes, o.has
#pragma once

#include <onnx/onnx_pb.h>

#include "opdk/status.h"
#include "plugins/onnx/parser/asked_outputs.h"
#include "plugins/onnx/parser/sequences.h"

namespace opdk::onnx_plugin {

// Returns whether a value is declared to be a sequence or an optional value.
bool IsSequenceOrOptional(const onnx::ValueInfoProto& value);

// Refuses an output that is neither a tensor nor a sequence or optional value of tensors (E2001).
Status RequireOutput(const onnx::ValueInfoProto& output);

// Adds the tensors of an input that is a sequence or an optional value. E2001: it is of another type, or a value of
// `graph` has the name of one of its tensors; the errors of Importer::AddInput.
Status AddSequenceInput(const onnx::ValueInfoProto& input, const onnx::GraphProto& graph, Sequences& sequences);

// Returns the outputs with the tensors of sequences and optional values in their places. E2001: two outputs would have
// one name; the errors of Importer::AddNode.
Result<AskedOutputs> OutputsAsTensors(const AskedOutputs& outputs, Sequences& sequences);

}  // namespace opdk::onnx_plugin
