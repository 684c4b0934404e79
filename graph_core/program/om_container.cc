#include "graph_core/program/om_container.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "graph_core/base/sha256.h"
#include "opdk/crc32c.h"

namespace opdk {
namespace {

constexpr uint32_t kMagic = 0x444F4D49;
constexpr uint32_t kHeaderBytes = 256;
constexpr uint32_t kVersion = 0x20000000;
constexpr size_t kChecksumAt = 12, kChecksumBytes = 64;
constexpr size_t kLengthAt = 76, kIsCheckedAt = 81, kModelKindAt = 82, kNameAt = 84, kNameBytes = 32;
constexpr size_t kModelCountAt = 156, kLongLengthAt = 184;
constexpr uint8_t kStandardModel = 1;
constexpr size_t kEntryBytes = 20;

template <typename T>
void Set(std::string& bytes, size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

template <typename T>
T Get(std::string_view bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

size_t Aligned(size_t bytes) { return (bytes + kOmAlignment - 1) / kOmAlignment * kOmAlignment; }

Status NoOm(std::string_view why) {
  return Status(ErrorCode::kModelInvalid, fmt::format("not an offline model: {}", why));
}

// Returns whether a partition is large and counts by its CRC only: weights, which do no more harm if changed on purpose
// than other weights, and models with a checksum of their own.
bool IsMuch(OmPartition type) { return type == OmPartition::kWeightsData || type == OmPartition::kBundleModel; }

// Returns the file behind its header, with the CRC in place of each large partition.
std::string WithoutWeights(std::string_view bytes, std::span<const OmSection> sections) {
  std::string rest;
  size_t at = kHeaderBytes;
  for (const OmSection& section : sections) {
    if (!IsMuch(section.type) || section.bytes.empty()) continue;
    const auto begin = static_cast<size_t>(section.bytes.data() - bytes.data());
    if (begin < at) continue;  // a section inside of another counts as part of it
    rest += bytes.substr(at, begin - at);
    rest += fmt::format("{:08x}", Crc32c(section.bytes));
    at = begin + section.bytes.size();
  }
  return rest.append(bytes.substr(at));
}

// Returns the checksum of the header without the checksum, and of the rest's hash.
std::string ChecksumOf(std::string_view bytes, std::span<const OmSection> sections) {
  std::string header(bytes.substr(0, kHeaderBytes));
  std::fill_n(header.begin() + kChecksumAt, kChecksumBytes, '\0');
  return Sha256(header + Sha256(WithoutWeights(bytes, sections)));
}

Result<std::vector<OmSection>> ReadTable(std::string_view bytes) {
  const auto count = Get<uint32_t>(bytes, kHeaderBytes);
  const size_t table = kHeaderBytes + sizeof(uint32_t) + count * kEntryBytes;
  if (count > kMostOmSections || table > bytes.size()) return NoOm("its table of partitions is cut off");
  std::vector<OmSection> sections;
  for (uint32_t i = 0; i < count; ++i) {
    const size_t entry = kHeaderBytes + sizeof(uint32_t) + i * kEntryBytes;
    const auto offset = Get<uint64_t>(bytes, entry + 4), size = Get<uint64_t>(bytes, entry + 12);
    if (offset > bytes.size() - table || size > bytes.size() - table - offset) {
      return NoOm(fmt::format("partition {} lies outside of it", i));
    }
    sections.push_back({static_cast<OmPartition>(Get<uint32_t>(bytes, entry)), bytes.substr(table + offset, size)});
  }
  return sections;
}

}  // namespace

std::string WriteOm(std::string_view name, std::span<const OmSection> sections) {
  const size_t table = kHeaderBytes + sizeof(uint32_t) + sections.size() * kEntryBytes;
  std::vector<size_t> begins;
  size_t end = table;
  for (const OmSection& section : sections) {
    begins.push_back(Aligned(end));
    end = begins.back() + section.bytes.size();
  }
  std::string bytes(end, '\0');
  Set(bytes, kHeaderBytes, static_cast<uint32_t>(sections.size()));
  for (size_t i = 0; i < sections.size(); ++i) {
    const size_t entry = kHeaderBytes + sizeof(uint32_t) + i * kEntryBytes;
    Set(bytes, entry, static_cast<uint32_t>(sections[i].type));
    Set(bytes, entry + 4, uint64_t{begins[i] - table});
    Set(bytes, entry + 12, uint64_t{sections[i].bytes.size()});
    std::copy(sections[i].bytes.begin(), sections[i].bytes.end(), bytes.begin() + static_cast<ptrdiff_t>(begins[i]));
  }
  const uint64_t length = bytes.size() - kHeaderBytes;
  Set(bytes, 0, kMagic);
  Set(bytes, 4, kHeaderBytes);
  Set(bytes, 8, kVersion);
  Set(bytes, kLengthAt, static_cast<uint32_t>(std::min<uint64_t>(length, UINT32_MAX)));
  Set(bytes, kIsCheckedAt, uint8_t{1});
  Set(bytes, kModelKindAt, kStandardModel);
  std::copy_n(name.begin(), std::min(name.size(), kNameBytes - 1), bytes.begin() + kNameAt);
  Set(bytes, kModelCountAt, uint32_t{1});
  Set(bytes, kLongLengthAt, length);
  const auto written = ReadTable(bytes);
  OPDK_CHECK(written.ok(), written.status().ToString());
  const std::string checksum = ChecksumOf(bytes, *written);
  std::copy_n(checksum.begin(), kChecksumBytes, bytes.begin() + kChecksumAt);
  return bytes;
}

std::string_view OmName(std::string_view bytes) {
  const std::string_view name = bytes.substr(kNameAt, kNameBytes);
  return name.substr(0, name.find('\0'));
}

Result<std::vector<OmSection>> ReadOmTable(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes + sizeof(uint32_t)) return NoOm("it has no header");
  if (Get<uint32_t>(bytes, 0) != kMagic) return NoOm("it begins with other bytes than one");
  if (Get<uint32_t>(bytes, 4) != kHeaderBytes || Get<uint32_t>(bytes, 8) != kVersion) {
    return NoOm(fmt::format("version {:#x} with a header of {} bytes, where {:#x} with {} is read",
                            Get<uint32_t>(bytes, 8), Get<uint32_t>(bytes, 4), kVersion, kHeaderBytes));
  }
  if (Get<uint64_t>(bytes, kLongLengthAt) != bytes.size() - kHeaderBytes) {
    return NoOm(fmt::format("it says that {} bytes follow its header, and there are {}",
                            Get<uint64_t>(bytes, kLongLengthAt), bytes.size() - kHeaderBytes));
  }
  return ReadTable(bytes);
}

Result<std::vector<OmSection>> ReadOm(std::string_view bytes) {
  OPDK_TRY(std::vector<OmSection> sections, ReadOmTable(bytes));
  if (ChecksumOf(bytes, sections) != bytes.substr(kChecksumAt, kChecksumBytes)) {
    return NoOm("its bytes were changed since it was written: the checksum is another one");
  }
  return sections;
}

}  // namespace opdk
