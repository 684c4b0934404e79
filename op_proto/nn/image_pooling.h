// What the pools of images and volumes share, forward and backward.
#pragma once

#include <initializer_list>
#include <optional>

#include "op_proto/nn/images.h"
#include "op_proto/nn/window.h"

namespace ge {

struct ImagePool {
  size_t spatial = 2, first = 1;  // the spatial axes: how many, and where in the order of data_format
  bool whole = false;             // one window, the whole image
  WindowAttrs window;             // -1 where ksize or strides aren't known
};

// The numbers of the spatial axes in list `name`, an attribute or an input, -1 where they aren't known; reports what is
// none. Of volumes the list may leave N and C out, or give one number for all axes.
std::optional<opdk::Dims> WindowNumbers(const Operator& op, const char* name, const ImagePool& pool);

// data_format, ksize and strides, attributes or inputs; reports what is none.
std::optional<ImagePool> ReadImagePool(const Operator& op, size_t spatial = 2);
// Without data_format.
std::optional<ImagePool> ReadImagePool(const Operator& op, size_t spatial, size_t first);

// Attribute `mode`: SAME, VALID or, where `calculates`, CALCULATED: by attribute pads. Reports what is none.
bool ReadPadding(const Operator& op, const char* mode, bool calculates, ImagePool& pool);

// Attribute `pads`: the begin and the end of each spatial axis in turn, below the window. Reports what is none.
bool ReadPads(const Operator& op, const char* pads, ImagePool& pool);

// padding_mode with CALCULATED, global_pooling and ceil_mode of the general pools.
bool ReadGeneralPadding(const Operator& op, ImagePool& pool);

// Attribute divisor_override, 0 for none.
graphStatus CheckDivisor(const Operator& op);

// The pool's output for images of shape x, as precisely as it is known; reports what doesn't fit.
std::optional<opdk::Dims> PooledShape(const Operator& op, const ImagePool& pool, const opdk::Dims& x);
// y of x's dtype.
graphStatus SetPooled(Operator& op, const ImagePool& pool);
// Reports `ports` that have not the shape of the pool's output for images of shape x. Nothing of a pool: reported
// before.
graphStatus CheckPooled(const Operator& op, const std::optional<ImagePool>& pool, const opdk::Dims& x,
                        std::initializer_list<const char*> ports);

}  // namespace ge
