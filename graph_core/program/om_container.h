// The container of GE's offline models (.om): a header of 256 bytes, a table of partitions, their bytes.
//
//   at 0 u32 magic 0x444F4D49, u32 bytes of the header, u32 version, 64 bytes checksum, u32 length;
//   u8 at 80: encrypted, checked by the checksum, kind of model, made off-line; 32 bytes name;
//   u32 at 156: number of models; u64 at 184: length
//   then u32 count and { u32 type, u64 offset, u64 bytes } for each partition, offsets from behind the table
//
// Source: GE's model file header, as far as it concerns a file with one model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

// GE's numbers.
enum class OmPartition : uint32_t {
  kModelDef = 0,
  kWeightsData = 1,
  kTaskInfo = 2,
  kTbeKernels = 3,
  kSoBins = 5,
  kFlowSubmodel = 7,
  kBundleModel = 24,  // a whole offline model
  // opdk's own section; GE's format has no number for it.
  kWeightsFile = 0x4F00,  // name, size and CRC of the file with the weights
};

struct OmSection {
  OmPartition type = OmPartition::kModelDef;
  std::string_view bytes;
};

// Alignment of each section's begin, in bytes from the file's begin.
inline constexpr size_t kOmAlignment = 64;
// The first bytes of a container.
inline constexpr std::string_view kOmMagic = "IMOD";

// The most sections that a container has.
inline constexpr size_t kMostOmSections = 64;

// Returns a container with these sections. `name`: the model's name, of which the first 31 bytes are kept.
std::string WriteOm(std::string_view name, std::span<const OmSection> sections);

// Returns the sections, which point into `bytes`. E2001: the bytes are no such container, are of another version, cut
// off, or changed since they were written.
Result<std::vector<OmSection>> ReadOm(std::string_view bytes);
// Returns the name that WriteOm kept. `bytes` must be a container that ReadOm accepts.
std::string_view OmName(std::string_view bytes);
// Returns the sections without comparing the checksum, so changes of their content go unnoticed. E2001: see ReadOm.
Result<std::vector<OmSection>> ReadOmTable(std::string_view bytes);

}  // namespace opdk
