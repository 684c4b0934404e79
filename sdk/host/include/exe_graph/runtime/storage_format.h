// The format of a tensor in the model (origin), and the format in which it is stored.
#pragma once

#include "exe_graph/runtime/expand_dims_type.h"
#include "graph/types.h"

namespace gert {

// Two formats and the axes inserted between them.
struct StorageFormat {
 public:
  StorageFormat() = default;
  StorageFormat(ge::Format origin_format, ge::Format storage_format, const ExpandDimsType& expand_dims_type)
      : origin_format_(origin_format), storage_format_(storage_format), expand_dims_type_(expand_dims_type) {}

  ge::Format GetOriginFormat() const { return origin_format_; }
  void SetOriginFormat(ge::Format origin_format) { origin_format_ = origin_format; }
  ge::Format GetStorageFormat() const { return storage_format_; }
  void SetStorageFormat(ge::Format storage_format) { storage_format_ = storage_format; }
  ExpandDimsType GetExpandDimsType() const { return expand_dims_type_; }
  void SetExpandDimsType(const ExpandDimsType& expand_dims_type) { expand_dims_type_ = expand_dims_type; }
  ExpandDimsType& MutableExpandDimsType() { return expand_dims_type_; }

  bool operator==(const StorageFormat& other) const {
    return origin_format_ == other.origin_format_ && storage_format_ == other.storage_format_ &&
           expand_dims_type_ == other.expand_dims_type_;
  }
  bool operator!=(const StorageFormat& other) const { return !(*this == other); }

 private:
  ge::Format origin_format_ = ge::FORMAT_ND;
  ge::Format storage_format_ = ge::FORMAT_ND;
  ExpandDimsType expand_dims_type_;
};

}  // namespace gert
