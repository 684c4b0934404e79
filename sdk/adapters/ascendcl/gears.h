// Gears of a model: the lists of shapes that it was compiled for, one of which a dataset names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graph_core/session.h"
#include "sdk/adapters/ascendcl/call.h"

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

// Returns the gears of a loaded model. Its ports get the sizes of the largest gear. The input ACL_DYNAMIC_TENSOR_NAME
// is added behind its inputs.
ModelGears GearsOf(const Executable& model, std::vector<ModelPort>& inputs, std::vector<ModelPort>& outputs);

// Returns the shape of an input in the dataset's gear. A dataset without a gear gets the largest gear of batches.
// nullptr: no gear says the shape.
const std::vector<int64_t>* GearShape(const ModelGears& gears, const aclmdlDataset& dataset, size_t input);

}  // namespace opdk::acl
