// How an operator on images (or volumes) is written for the other order of their axes: channels first, channels last.
#pragma once

#include <string>
#include <vector>

#include "graph/types.h"

namespace opdk {

// Names of the prototype.
struct LayoutInfo {
  // Ports whose tensors have the axes of images, in one order. One with fewer axes is broadcast from the last axis on
  // where it is an input; an output has the axes that `axes` doesn't name.
  std::vector<std::string> data;
  // Filters, [spatial..., C, O] or (channels first) [O, C, spatial...]; attributes and inputs with extents of a given
  // one.
  std::vector<std::string> filter;
  // Attributes (ListInt, ListListInt) or constant inputs with as many entries for each axis.
  std::vector<std::string> per_axis;
  std::string contiguous;  // the attribute (Bool) that says whether those of an axis stand together; "": they do
  // Attributes (Int, ListInt) or constant inputs whose values are axes.
  std::vector<std::string> axes;
  std::string order;                     // the attribute (String) that names the order; "": none does
  ge::Format unnamed = ge::FORMAT_ND;    // what data without a format are; FORMAT_ND: nobody knows
  ge::Format preferred = ge::FORMAT_ND;  // the order in which kernels are fastest, without `order` the only one
};

}  // namespace opdk
