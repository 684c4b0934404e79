// Preprocessing of images that each run configures (dynamic AIPP): one operator behind an input, which reads another
// input.
#pragma once

#include <cstdint>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"
#include "sdk/tools/atc/aipp_extents.h"

namespace opdk::atc {

// Makes `data` an input of `image_bytes` bytes of images, and adds an input of parameters behind the other inputs, also
// to the shapes of gears. The batch may be open: the parameters tell the number of images. E1001.
Status InsertDynamicAipp(int64_t image_bytes, const ImageAxes& axes, Node* data,
                         std::vector<std::vector<std::vector<int64_t>>>& gears, Graph& graph);

}  // namespace opdk::atc
