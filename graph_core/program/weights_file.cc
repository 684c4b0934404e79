#include "graph_core/program/weights_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "graph_core/base/archive.h"
#include "graph_core/base/sha256.h"
#include "opdk/crc32c.h"

namespace opdk {

template <typename A>
void Fields(A& archive, WeightsFile& file) {
  archive(file.name, file.bytes, file.crc);
}

namespace {

constexpr std::string_view kPrefix = "weight_";

Status NoModel(std::string_view why) {
  return Status(ErrorCode::kModelInvalid, fmt::format("not an offline model: {}", why));
}

// Returns whether the name has the form that SplitWeights gives. The name decides which file is opened.
bool IsName(std::string_view name) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (!name.starts_with(kPrefix)) return false;
  name.remove_prefix(kPrefix.size());
  return name.size() == 64 && std::all_of(name.begin(), name.end(), is_digit);
}

}  // namespace

std::string WeightsFileRecord(const WeightsFile& file) {
  ArchiveWriter archive;
  archive(file);
  return archive.Take();
}

Result<std::optional<WeightsFile>> WeightsFileOf(std::span<const OmSection> sections) {
  for (const OmSection& section : sections) {
    if (section.type != OmPartition::kWeightsFile) continue;
    WeightsFile file;
    ArchiveReader archive(section.bytes);
    archive(file);
    if (!archive.Finish()) return NoModel("it doesn't say where its weights lie");
    if (file.name.empty()) return std::optional<WeightsFile>();
    if (!IsName(file.name)) return NoModel("its weights lie in a file that isn't named as such files are");
    return std::optional<WeightsFile>(std::move(file));
  }
  return std::optional<WeightsFile>();
}

Result<SplitModel> SplitWeights(std::string_view bytes) {
  OPDK_TRY(std::vector<OmSection> sections, ReadOm(bytes));
  SplitModel split;
  for (OmSection& section : sections) {
    if (section.type != OmPartition::kWeightsData) continue;
    split.weights = section.bytes;
    section.bytes = {};
  }
  split.file = {fmt::format("{}{}", kPrefix, Sha256(split.weights)), split.weights.size(), Crc32c(split.weights)};
  const std::string record = WeightsFileRecord(split.file);
  std::erase_if(sections, [](const OmSection& section) { return section.type == OmPartition::kWeightsFile; });
  sections.push_back({OmPartition::kWeightsFile, record});
  split.model = WriteOm(OmName(bytes), sections);
  return split;
}

Status CheckWeights(const WeightsFile& file, std::string_view weights) {
  if (weights.size() != file.bytes) {
    return NoModel(fmt::format("its weights have {} bytes, the file {}", file.bytes, weights.size()));
  }
  if (Crc32c(weights) != file.crc) return NoModel("its weights were changed since they were written");
  return Status();
}

}  // namespace opdk
