// Preprocessing of images that a run says (dynamic AIPP): one operator behind an input, which reads another input.
#pragma once

#include <cstdint>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk::atc {

// The input `data`, of [N, C, H, W], becomes so many bytes of images, and the model gets an input of parameters behind the
// others. E1001.
Status InsertDynamicAipp(int64_t image_bytes, Node* data, Graph& graph);

}  // namespace opdk::atc
