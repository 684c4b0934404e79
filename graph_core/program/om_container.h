// The container of GE's offline models (.om): a header of 256 bytes, a table of partitions, their bytes.
//
//   at 0 u32 magic 0x444F4D49, u32 bytes of the header, u32 version, 64 bytes checksum, u32 length; u8 at 80: encrypted,
//   checked by the checksum, kind of model, made off-line; 32 bytes name; u32 at 156: number of models; u64 at 184 length
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
  // Of none of GE's numbers.
  kWeightsFile = 0x4F00,  // where the weights lie, or are to
};

struct OmSection {
  OmPartition type = OmPartition::kModelDef;
  std::string_view bytes;
};

// Where each section begins, counted from the file's first byte, is a multiple of this.
inline constexpr size_t kOmAlignment = 64;
// What it begins with.
inline constexpr std::string_view kOmMagic = "IMOD";

// `name`: of the model, of which 31 bytes are kept.
std::string WriteOm(std::string_view name, std::span<const OmSection> sections);

// The sections, in `bytes`. E2001: no such container, of another version, cut off, or changed since it was written.
Result<std::vector<OmSection>> ReadOm(std::string_view bytes);
// The name that WriteOm was given, as far as it is kept. `bytes`: of one that can be read.
std::string_view OmName(std::string_view bytes);
// The sections without looking at what is in them: whether they were changed isn't known. E2001.
Result<std::vector<OmSection>> ReadOmTable(std::string_view bytes);

}  // namespace opdk
