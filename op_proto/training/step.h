// Helpers for the inference functions of optimizers' steps.
#pragma once

#include <initializer_list>
#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

// Gives every output the shape and dtype of the first of `tensors`. All `tensors` must have one shape; each of
// `numbers` must be one number. A form whose slots are no outputs has the first of `outputs` only.
inline graphStatus InferStep(Operator& op, std::initializer_list<const char*> tensors,
                             std::initializer_list<const char*> numbers, std::initializer_list<const char*> outputs) {
  opdk::Dims shape = opdk::kUnknownRank;
  for (const char* tensor : tensors) {
    const opdk::Dims dims = opdk::InputDims(op, tensor);
    const auto merged = opdk::MergeDims(shape, dims);
    if (!merged) {
      return opdk::ReportInferError(op, std::string(tensor) + " " + opdk::ShapeText(dims) + " has not the shape of " +
                                            *tensors.begin() + ", " + opdk::ShapeText(shape));
    }
    shape = *merged;
  }
  if (opdk::CheckOneNumber(op, numbers) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, *tensors.begin());
  size_t left = op.GetOutputsSize();
  for (const char* output : outputs) {
    if (left-- == 0) break;
    if (opdk::SetOutput(op, output, shape, type) != GRAPH_SUCCESS) return GRAPH_FAILED;
  }
  return GRAPH_SUCCESS;
}

}  // namespace ge
