// Inputs of a model whose preprocessing a run says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace opdk::acl {

struct AclModel;

struct DynamicAippInput {
  size_t images = 0, parameters = 0;  // indices of inputs
  std::vector<int64_t> dims;          // the input of the model's own operators: [N, C, H, W]
};

// Returns the pairs whose attributes are complete and right. A file may say anything.
std::vector<DynamicAippInput> DynamicAippInputsOf(const AclModel& model);

}  // namespace opdk::acl
