// The operators of a static AIPP configuration, one behind the other.
#pragma once

#include <cstdint>

#include "graph_core/ir/graph.h"
#include "sdk/tools/atc/aipp.pb.h"
#include "sdk/tools/atc/aipp_extents.h"

namespace opdk::atc {

// The form of a batch of images that the model's own operators take.
struct AippResult {
  int64_t channels = 3;
  bool channels_last = false;
  ge::DataType dtype = ge::DT_FLOAT;
};

// Adds the operators behind an input, which is described as an image already. Returns their result.
Endpoint AddAipp(const Aipp& aipp, const AippExtents& extents, const AippResult& result, Node* data, Graph& graph);

// Returns the channel's factor var_reci_chn; 1 if the configuration has none.
float ReciprocalOf(const google::protobuf::RepeatedField<float>& field);

}  // namespace opdk::atc
