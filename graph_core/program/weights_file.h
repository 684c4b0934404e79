// Weights of an offline model in a file of their own, which several models may have.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graph_core/program/om_container.h"
#include "opdk/status.h"

namespace opdk {

struct WeightsFile {
  std::string name;  // of no directory; "": there is none yet, the model gets one when it is written to a file
  uint64_t bytes = 0;
  uint32_t crc = 0;
};

// What the partition of kWeightsFile holds.
std::string WeightsFileRecord(const WeightsFile& file);
// Nothing: the weights lie in the model. E2001: the partition can't be read, or names no file that SplitWeights could
// have.
Result<std::optional<WeightsFile>> WeightsFileOf(std::span<const OmSection> sections);

struct SplitModel {
  std::string model;
  WeightsFile file;          // named by the hash of the weights
  std::string_view weights;  // in the bytes that were split
};
// The model without its weights. E2001.
Result<SplitModel> SplitWeights(std::string_view bytes);
// Whether these are the weights. E2001.
Status CheckWeights(const WeightsFile& file, std::string_view weights);

}  // namespace opdk
