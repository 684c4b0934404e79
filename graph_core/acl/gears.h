// Gears of a model: the lists of shapes that it was compiled for, one of which a dataset names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graph_core/acl/call.h"
#include "graph_core/session.h"

struct aclmdlDataset;

namespace opdk::acl {

struct ModelPort;

struct ModelGears {
  std::string kind;                          // "batch", "image", "dims"
  std::vector<ShapeSignature> shapes;        // of the model's own inputs
  std::vector<std::vector<int64_t>> values;  // of each gear: the extents that are no other's, by inputs and axes
  size_t largest = 0;                        // the gear of most elements
  bool any_shape = false;                    // shapes beside them are run

  bool empty() const { return shapes.empty(); }
};

// Of a loaded model, whose ports get the sizes of the largest gear; behind its inputs comes the one of
// ACL_DYNAMIC_TENSOR_NAME.
ModelGears GearsOf(const Executable& model, std::vector<ModelPort>& inputs, std::vector<ModelPort>& outputs);

// What the dataset's gear says of an input's shape, where it names none the largest of batches; nullptr: nothing.
const std::vector<int64_t>* GearShape(const ModelGears& gears, const aclmdlDataset& dataset, size_t input);

}  // namespace opdk::acl
