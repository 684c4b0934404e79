// Tensor descriptions and data buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graph/tensor.h"
#include "sdk/adapters/ascendcl/handles.h"

struct aclDataBuffer {
  void* data = nullptr;
  size_t size = 0;
};

struct aclTensorDesc {
  aclDataType type = ACL_DT_UNDEFINED;
  aclFormat format = ACL_FORMAT_ND, origin_format = ACL_FORMAT_ND;
  std::vector<int64_t> dims, origin_dims;  // {-2}: unknown rank
  std::vector<std::pair<int64_t, int64_t>> ranges, values;
  std::string name, dynamic_input;
  std::vector<uint8_t> constant;
  bool is_constant = false;
  std::string digest;  // of the constant, for the keys of operators
  aclMemType placement = ACL_MEMTYPE_DEVICE;
};

namespace opdk::acl {

Handles<aclDataBuffer>& Buffers();
Handles<aclTensorDesc>& TensorDescs();

// Returns the type by GE's numbers; DT_UNDEFINED for one that no type has. A caller may pass any number.
ge::DataType ToGeType(aclDataType type);
// Returns the format by GE's numbers; FORMAT_RESERVED for one that no format has. A caller may pass any number.
ge::Format ToGeFormat(aclFormat format);
// Returns the size of the tensor in bytes; 0 if an extent isn't known.
size_t BytesOf(const aclTensorDesc& desc);
ge::TensorDesc ToTensorDesc(const aclTensorDesc& desc);

}  // namespace opdk::acl
