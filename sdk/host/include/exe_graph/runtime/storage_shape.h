// The shape of a tensor in the model (origin), and the shape in which it is stored.
#pragma once

#include <initializer_list>

#include "exe_graph/runtime/shape.h"

namespace gert {

// Two shapes.
struct StorageShape {
 public:
  StorageShape() = default;
  StorageShape(std::initializer_list<int64_t> origin_shape, std::initializer_list<int64_t> storage_shape)
      : origin_shape_(origin_shape), storage_shape_(storage_shape) {}

  const Shape& GetOriginShape() const { return origin_shape_; }
  const Shape& GetStorageShape() const { return storage_shape_; }
  Shape& MutableOriginShape() { return origin_shape_; }
  Shape& MutableStorageShape() { return storage_shape_; }

  bool operator==(const StorageShape& other) const {
    return origin_shape_ == other.origin_shape_ && storage_shape_ == other.storage_shape_;
  }
  bool operator!=(const StorageShape& other) const { return !(*this == other); }

 private:
  Shape origin_shape_;
  Shape storage_shape_;
};

}  // namespace gert
