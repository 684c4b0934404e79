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
  std::string name;  // without a directory; "": set when the model is written to a file
  uint64_t bytes = 0;
  uint32_t crc = 0;
};

// Returns the content of the partition kWeightsFile.
std::string WeightsFileRecord(const WeightsFile& file);
// Returns the file that the sections name. nullopt: the weights are in the model. E2001: the partition can't be read,
// or its file name isn't of the form that SplitWeights gives.
Result<std::optional<WeightsFile>> WeightsFileOf(std::span<const OmSection> sections);

struct SplitModel {
  std::string model;
  WeightsFile file;          // named by the hash of the weights
  std::string_view weights;  // in the bytes that were split
};
// Splits a model into the model without its weights, and the weights. E2001.
Result<SplitModel> SplitWeights(std::string_view bytes);
// Compares weights with their recorded size and CRC. E2001: they differ.
Status CheckWeights(const WeightsFile& file, std::string_view weights);

}  // namespace opdk
