// Preprocessing of images that a run says (dynamic AIPP): one operator behind an input, which reads another input.
#pragma once

#include <cstdint>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"
#include "sdk/tools/atc/aipp_extents.h"

namespace opdk::atc {

// Makes the input `data` an input of so many bytes of images, and adds an input of parameters behind the others, also
// to the shapes of gears. The batch may be open: the parameters tell how many images there are. E1001.
Status InsertDynamicAipp(int64_t image_bytes, const ImageAxes& axes, Node* data,
                         std::vector<std::vector<std::vector<int64_t>>>& gears, Graph& graph);

}  // namespace opdk::atc
