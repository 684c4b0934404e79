// The axes of an operator on images (or volumes), so that it can be rewritten for the other order: channels first,
// channels last. All names are the prototype's.
#pragma once

#include <string>
#include <vector>

#include "graph/types.h"

namespace opdk {

// Names of the prototype.
struct LayoutInfo {
  // Ports of tensors with the axes of images, all in one order. An input with fewer axes is broadcast from the last
  // axis on. An output with fewer axes lacks the axes that `axes` names.
  std::vector<std::string> data;
  // Filters: [spatial..., C, O], or [O, C, spatial...] for channels first. Also attributes and inputs with the extents
  // of a filter that the node gives.
  std::vector<std::string> filter;
  // Attributes (ListInt, ListListInt) or constant inputs with equally many entries for each axis.
  std::vector<std::string> per_axis;
  std::string contiguous;  // attribute (Bool): whether the entries of an axis are adjacent; "": they are
  // Attributes (Int, ListInt) or constant inputs whose values are axes.
  std::vector<std::string> axes;
  std::string order;                     // attribute (String) that names the order; "": none does
  ge::Format unnamed = ge::FORMAT_ND;    // the format of data without a format; FORMAT_ND: unknown
  ge::Format preferred = ge::FORMAT_ND;  // the fastest order for kernels; without `order`, the only order
};

}  // namespace opdk
