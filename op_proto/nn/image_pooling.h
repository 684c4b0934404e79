// Helpers for pools of images and volumes, forward and backward.
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

// Returns the numbers of the spatial axes in list `name`, an attribute or an input, -1 where they aren't known; reports
// an invalid list. For volumes the list may leave out N and C, or give one number for all axes.
std::optional<opdk::Dims> WindowNumbers(const Operator& op, const char* name, const ImagePool& pool);

// Reads data_format, ksize and strides, attributes or inputs; reports invalid values.
std::optional<ImagePool> ReadImagePool(const Operator& op, size_t spatial = 2);
// Reads a pool without data_format; `first`: the first spatial axis.
std::optional<ImagePool> ReadImagePool(const Operator& op, size_t spatial, size_t first);

// Reads attribute `mode`: SAME, VALID or, if `calculates`, CALCULATED (by attribute pads). Reports any other value.
bool ReadPadding(const Operator& op, const char* mode, bool calculates, ImagePool& pool);

// Reads attribute `pads`: the begin and the end of each spatial axis in turn, each below the window. Reports invalid
// pads.
bool ReadPads(const Operator& op, const char* pads, ImagePool& pool);

// Reads the general pools' padding_mode (with CALCULATED), global_pooling and ceil_mode.
bool ReadGeneralPadding(const Operator& op, ImagePool& pool);

// Checks attribute divisor_override; 0: none.
graphStatus CheckDivisor(const Operator& op);

// Returns the pool's output shape for images of shape x, as precisely as it is known; reports shapes that don't fit.
std::optional<opdk::Dims> PooledShape(const Operator& op, const ImagePool& pool, const opdk::Dims& x);
// Sets y to the pool's shape and x's dtype.
graphStatus SetPooled(Operator& op, const ImagePool& pool);
// Reports `ports` that don't have the shape of the pool's output for images of shape x. Without a pool it only fails:
// the fault is reported already.
graphStatus CheckPooled(const Operator& op, const std::optional<ImagePool>& pool, const opdk::Dims& x,
                        std::initializer_list<const char*> ports);

}  // namespace ge
