// Operators that do what a static AIPP configuration says, one behind the other.
#pragma once

#include <cstdint>

#include "graph_core/ir/graph.h"
#include "sdk/tools/atc/aipp.pb.h"
#include "sdk/tools/atc/aipp_extents.h"

namespace opdk::atc {

// A batch of images that the model's own operators take.
struct AippResult {
  int64_t channels = 3;
  bool channels_last = false;
  ge::DataType dtype = ge::DT_FLOAT;
};

// Adds the operators behind an input that is described as the images are, and returns their result.
Endpoint AddAipp(const Aipp& aipp, const AippExtents& extents, const AippResult& result, Node* data, Graph& graph);

// The factor of a channel's var_reci_chn, 1 where the configuration has none.
float ReciprocalOf(const google::protobuf::RepeatedField<float>& field);

}  // namespace opdk::atc
