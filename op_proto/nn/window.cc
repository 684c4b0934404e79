#include "op_proto/nn/window.h"

#include <algorithm>
#include <limits>

#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::ShapeText;

namespace {

// Largest number that a window needs; sums and products of such numbers stay within int64.
constexpr int64_t kMost = std::numeric_limits<int32_t>::max();

bool Refuse(const Operator& op, const std::string& reason) {
  (void)ReportInferError(op, reason);
  return false;
}

bool CheckAttrs(const Operator& op, const WindowAttrs& attrs, size_t axes) {
  auto check = [&](const char* name, const Dims& list, size_t length, int64_t least) {
    if (!list.empty() && list.size() != length) {
      return Refuse(op,
                    std::string(name) + " " + ListText(list) + " should have " + std::to_string(length) + " entries");
    }
    if (std::any_of(list.begin(), list.end(), [least](int64_t value) { return value < least; })) {
      return Refuse(op, std::string(name) + " " + ListText(list) + " has an entry below " + std::to_string(least));
    }
    return std::none_of(list.begin(), list.end(), [](int64_t value) { return value > kMost; }) ||
           Refuse(op, std::string(name) + " " + ListText(list) + " has an entry above " + std::to_string(kMost));
  };
  if (attrs.auto_pad != "NOTSET" && attrs.auto_pad != "VALID" && attrs.auto_pad != "SAME_UPPER" &&
      attrs.auto_pad != "SAME_LOWER") {
    return Refuse(op, "auto_pad '" + attrs.auto_pad + "' is none of NOTSET, VALID, SAME_UPPER, SAME_LOWER");
  }
  if (attrs.kernel.size() != axes) {
    return Refuse(op, "kernel_shape " + ListText(attrs.kernel) + " should have " + std::to_string(axes) + " entries");
  }
  if (std::find(attrs.kernel.begin(), attrs.kernel.end(), 0) != attrs.kernel.end()) {
    return Refuse(op, "the window " + ListText(attrs.kernel) + " is empty");
  }
  int64_t elements = 1;
  for (const int64_t extent : attrs.kernel) {
    if (extent > 0 && (__builtin_mul_overflow(elements, extent, &elements) || elements > kMost)) {
      return Refuse(op,
                    "the window " + ListText(attrs.kernel) + " has more than " + std::to_string(kMost) + " elements");
    }
  }
  return check("strides", attrs.strides, axes, 1) && check("dilations", attrs.dilations, axes, 1) &&
         check("pads", attrs.pads, 2 * axes, 0);
}

}  // namespace

bool WindowOutput(const Operator& op, const WindowAttrs& attrs, const Dims& in, Dims& out) {
  if (!CheckAttrs(op, attrs, in.size())) return false;
  out.assign(in.size(), UNKNOWN_DIM);
  for (size_t i = 0; i < in.size(); ++i) {
    if (in[i] < 0 || attrs.kernel[i] < 0) continue;
    const int64_t stride = attrs.strides.empty() ? 1 : attrs.strides[i];
    const int64_t dilation = attrs.dilations.empty() ? 1 : attrs.dilations[i];
    if (attrs.auto_pad == "SAME_UPPER" || attrs.auto_pad == "SAME_LOWER") {
      out[i] = in[i] / stride + (in[i] % stride == 0 ? 0 : 1);
      continue;
    }
    const bool padded = attrs.auto_pad == "NOTSET" && !attrs.pads.empty();
    const int64_t begin = padded ? attrs.pads[i] : 0;
    const int64_t end = padded ? attrs.pads[i + in.size()] : 0;
    const int64_t span = in[i] + begin + end - (dilation * (attrs.kernel[i] - 1) + 1);
    // A rounded-up window may reach beyond the padding by less than a stride.
    if (span < 0 && !(attrs.ceil_mode && span > -stride)) {
      return Refuse(op, "the window of axis " + std::to_string(i + 2) + " (kernel " + std::to_string(attrs.kernel[i]) +
                            ", dilation " + std::to_string(dilation) + ") is larger than its padded extent " +
                            std::to_string(in[i] + begin + end));
    }
    out[i] = (attrs.ceil_mode ? (span + stride - 1) / stride : span / stride) + 1;
    // A window that would start in the end padding has no input at all.
    if (attrs.ceil_mode && (out[i] - 1) * stride >= in[i] + begin) --out[i];
  }
  return true;
}

bool PoolOutput(const Operator& op, const WindowAttrs& attrs, Dims& y) {
  // A filter's extent may be unknown; an attribute's is always known.
  if (std::any_of(attrs.kernel.begin(), attrs.kernel.end(), [](int64_t extent) { return extent < 1; })) {
    return Refuse(op, "kernel_shape " + ListText(attrs.kernel) + " has an entry below 1");
  }
  y = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(y)) return true;
  if (y.size() < 3) return Refuse(op, "x " + ShapeText(y) + " must be [N, C, spatial...]");
  // With padding there could be windows, but none of them has an element.
  if (std::find(y.begin() + 2, y.end(), 0) != y.end())
    return Refuse(op, "x " + ShapeText(y) + " has an empty spatial axis");
  Dims spatial;
  if (!WindowOutput(op, attrs, Dims(y.begin() + 2, y.end()), spatial)) return false;
  for (size_t i = 0; attrs.auto_pad == "NOTSET" && i < attrs.pads.size(); ++i) {
    const size_t axis = i % spatial.size();
    const int64_t dilation = attrs.dilations.empty() ? 1 : attrs.dilations[axis];
    if (attrs.pads[i] <= dilation * (attrs.kernel[axis] - 1)) continue;
    return Refuse(op, "pads " + ListText(attrs.pads) + " leave windows without an element: " +
                          std::to_string(attrs.pads[i]) + " at the " + (i < spatial.size() ? "begin" : "end") +
                          " of axis " + std::to_string(axis + 2) + " must be below the window there, which spans " +
                          std::to_string(dilation * (attrs.kernel[axis] - 1) + 1));
  }
  std::copy(spatial.begin(), spatial.end(), y.begin() + 2);
  return true;
}

}  // namespace ge
