#include "graph_core/package/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "graph_core/base/json_reading.h"
#include "graph_core/package/elf_file.h"
#include "opdk/package.h"

namespace opdk {
namespace {

using Json = nlohmann::json;

constexpr uint32_t kFormatVersion = 1;
constexpr uint64_t kMaxFileBytes = uint64_t{2} << 30;
constexpr size_t kMaxFiles = 10000;
constexpr size_t kMaxPath = 512;

bool IsSafePath(const std::string& path) {
  if (path.empty() || path.size() > kMaxPath || path.front() == '/' || path.back() == '/') return false;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = std::string_view(path).substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return std::none_of(path.begin(), path.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '\\'; });
}

bool IsSha256(const std::string& text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// Takes the members of an object one by one. The first error is kept; later calls do nothing.
class Members {
 public:
  Members(const Json& object, std::string what) : object_(object), what_(std::move(what)) {
    if (!object.is_object()) Fail("is no object");
  }

  template <typename T>
  void Take(const char* key, T& place) {
    known_.insert(key);
    if (!status_.ok()) return;
    const auto found = object_.find(key);
    if (found == object_.end()) return Fail(fmt::format("lacks '{}'", key));
    try {
      if constexpr (std::is_unsigned_v<T>) {
        if (!found->is_number_unsigned() || found->template get<uint64_t>() > std::numeric_limits<T>::max()) {
          return Fail(fmt::format("'{}' is no number from 0", key));
        }
      }
      place = found->template get<T>();
    } catch (const Json::exception&) {
      Fail(fmt::format("'{}' has the wrong type", key));
    }
  }
  const Json* Object(const char* key, bool optional = false) {
    known_.insert(key);
    if (!status_.ok()) return nullptr;
    const auto found = object_.find(key);
    if (found != object_.end()) return &*found;
    if (!optional) Fail(fmt::format("lacks '{}'", key));
    return nullptr;
  }
  void Require(bool condition, const std::string& complaint) {
    if (status_.ok() && !condition) Fail(complaint);
  }
  // Refuses unknown members, because the signature wouldn't cover them.
  Status Finish() {
    if (!status_.ok()) return status_;
    for (const auto& [key, value] : object_.items()) {
      if (known_.count(key) == 0) Fail(fmt::format("has the unknown member '{}'", key));
    }
    return status_;
  }

 private:
  void Fail(const std::string& complaint) {
    if (status_.ok()) status_ = Status(ErrorCode::kPackageInvalid, fmt::format("{} {}", what_, complaint));
  }
  const Json& object_;
  std::string what_;
  std::set<std::string> known_;
  Status status_;
};

Status ReadFiles(const Json& list, Manifest& manifest) {
  if (!list.is_array() || list.empty() || list.size() > kMaxFiles) {
    return Status(ErrorCode::kPackageInvalid, fmt::format("'files' must list 1 to {} files", kMaxFiles));
  }
  std::set<std::string> seen;
  for (const Json& entry : list) {
    Members members(entry, fmt::format("file {} of the manifest", manifest.files.size() + 1));
    ManifestFile file;
    members.Take("path", file.path);
    members.Take("bytes", file.bytes);
    members.Take("sha256", file.sha256);
    members.Require(IsSafePath(file.path),
                    fmt::format("has the path '{}', which leads out of the package or is no path", file.path));
    members.Require(file.path != kManifestName && seen.insert(file.path).second,
                    fmt::format("stands twice: '{}'", file.path));
    members.Require(file.bytes <= kMaxFileBytes, fmt::format("is larger than {} bytes", kMaxFileBytes));
    members.Require(IsSha256(file.sha256), "has a sha256 that isn't 64 hexadecimal digits");
    OPDK_TRY(members.Finish());
    manifest.files.push_back(std::move(file));
  }
  return Status();
}

Status ReadOperators(const Json& list, Manifest& manifest) {
  if (!list.is_array()) return Status(ErrorCode::kPackageInvalid, "'operators' is no list");
  for (const Json& entry : list) {
    Members members(entry, fmt::format("operator {} of the manifest", manifest.operators.size() + 1));
    ManifestOperator op;
    members.Take("type", op.type);
    members.Take("engines", op.engines);
    members.Take("mappings", op.mappings);
    OPDK_TRY(members.Finish());
    manifest.operators.push_back(std::move(op));
  }
  return Status();
}

Status ReadMembers(const Json& root, Manifest& manifest) {
  Members members(root, "the manifest");
  uint32_t format_version = 0;
  members.Take("format_version", format_version);
  members.Require(format_version == kFormatVersion,
                  fmt::format("has format version {}, this opdk reads {}", format_version, kFormatVersion));
  members.Take("name", manifest.name);
  members.Take("vendor", manifest.vendor);
  members.Take("version", manifest.version);
  members.Take("library", manifest.library);
  members.Take("package_abi", manifest.package_abi);
  members.Take("compiler_abi", manifest.compiler_abi);
  members.Take("architecture", manifest.architecture);
  for (const std::string* word : {&manifest.name, &manifest.vendor, &manifest.version}) {
    members.Require(IsPlainWord(*word), fmt::format("has '{}' for a name, vendor or version: letters, digits and "
                                                    "_ + - . ~ are allowed",
                                                    *word));
  }
  const Json* sdk = members.Object("sdk");
  const Json* operators = members.Object("operators");
  const Json* files = members.Object("files");
  const Json* signature = members.Object("signature", true);
  OPDK_TRY(members.Finish());
  Members range(*sdk, "'sdk' of the manifest");
  range.Take("min", manifest.sdk_min);
  range.Take("max", manifest.sdk_max);
  OPDK_TRY(range.Finish());
  OPDK_TRY(ReadOperators(*operators, manifest));
  OPDK_TRY(ReadFiles(*files, manifest));
  if (signature != nullptr) {
    manifest.signature.emplace();
    Members parts(*signature, "'signature' of the manifest");
    parts.Take("key", manifest.signature->key);
    parts.Take("public_key", manifest.signature->public_key);
    parts.Take("value", manifest.signature->value);
    OPDK_TRY(parts.Finish());
  }
  if (manifest.library != "lib" + manifest.name + ".so" ||
      std::none_of(manifest.files.begin(), manifest.files.end(),
                   [&](const ManifestFile& file) { return file.path == manifest.library; })) {
    return Status(ErrorCode::kPackageInvalid, fmt::format("'library' of the manifest must be lib{}.so and stand among "
                                                          "its files; it is '{}'",
                                                          manifest.name, manifest.library));
  }
  return Status();
}

Json ToJson(const Manifest& manifest) {
  Json root = {{"format_version", kFormatVersion},
               {"name", manifest.name},
               {"vendor", manifest.vendor},
               {"version", manifest.version},
               {"library", manifest.library},
               {"sdk", {{"min", manifest.sdk_min}, {"max", manifest.sdk_max}}},
               {"package_abi", manifest.package_abi},
               {"compiler_abi", manifest.compiler_abi},
               {"architecture", manifest.architecture},
               {"operators", Json::array()},
               {"files", Json::array()}};
  for (const ManifestOperator& op : manifest.operators) {
    root["operators"].push_back({{"type", op.type}, {"engines", op.engines}, {"mappings", op.mappings}});
  }
  for (const ManifestFile& file : manifest.files) {
    root["files"].push_back({{"path", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  return root;
}

std::string Dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

// Cuts the part up to the next '.' off the version and returns it.
std::string_view TakePart(std::string_view& version) {
  const std::string_view part = version.substr(0, version.find('.'));
  version.remove_prefix(std::min(version.size(), part.size() + 1));
  return part;
}

}  // namespace

bool IsPlainWord(std::string_view text) {
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !text.empty() && text.size() <= 128 && letter(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return letter(c) || c == '+' || c == '-' || c == '.' || c == '~'; });
}

int CompareVersions(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    const std::string_view left = TakePart(a), right = TakePart(b);
    uint64_t x = 0, y = 0;
    const auto of_left = std::from_chars(left.data(), left.data() + left.size(), x);
    const auto of_right = std::from_chars(right.data(), right.data() + right.size(), y);
    if (x != y && of_left.ec == std::errc() && of_right.ec == std::errc()) return x < y ? -1 : 1;
    if (const int order = left.compare(right);
        order != 0 && (of_left.ptr != left.data() + left.size() || of_right.ptr != right.data() + right.size())) {
      return order;
    }
  }
  return 0;
}

Result<Manifest> ParseManifest(std::string_view text, const std::string& place) {
  const Json root = ParseJson(text);
  if (root.is_discarded()) return Status(ErrorCode::kPackageInvalid, "the manifest is no JSON").At(place);
  Manifest manifest;
  if (Status status = ReadMembers(root, manifest); !status.ok()) {
    return std::move(status).At(place).Hint("the package was damaged or made by another opdk; pack it again");
  }
  return manifest;
}

Result<Manifest> ReadManifest(const std::string& path) {
  OPDK_TRY(const std::string text, ReadFile(path, kManifestFile));
  return ParseManifest(text, path);
}

std::string FormatManifest(const Manifest& manifest) {
  Json root = ToJson(manifest);
  if (manifest.signature) {
    root["signature"] = {{"key", manifest.signature->key},
                         {"public_key", manifest.signature->public_key},
                         {"value", manifest.signature->value}};
  }
  return Dump(root);
}

std::string SignedBytes(const Manifest& manifest) { return Dump(ToJson(manifest)); }

Status CheckHost(const Manifest& manifest) {
  if (manifest.architecture != MachineName()) {
    return Status(ErrorCode::kNotALibrary, fmt::format("it was built for another architecture ({}, this program runs "
                                                       "on {})",
                                                       manifest.architecture, MachineName()));
  }
  const char* rebuild = "rebuild the package against this opdk and pack it again";
  if (manifest.package_abi != OPDK_ABI_VERSION) {
    return Status(ErrorCode::kAbiMismatch,
                  fmt::format("built for package ABI {}, this opdk has ABI {}", manifest.package_abi, OPDK_ABI_VERSION))
        .Hint(rebuild);
  }
  if (manifest.compiler_abi != OPDK_COMPILER_ABI) {
    return Status(ErrorCode::kAbiMismatch, fmt::format("built with compiler ABI '{}', this opdk with '{}'",
                                                       manifest.compiler_abi, OPDK_COMPILER_ABI))
        .Hint("rebuild the package with the compiler that built opdk");
  }
  const std::string_view host = OPDK_SDK_VERSION;
  const bool below_max = manifest.sdk_max.empty() || host == manifest.sdk_max ||
                         host.starts_with(manifest.sdk_max + ".") || CompareVersions(host, manifest.sdk_max) < 0;
  if (CompareVersions(host, manifest.sdk_min) < 0 || !below_max) {
    return Status(ErrorCode::kAbiMismatch,
                  fmt::format("it needs opdk {} up to {}.x, this is {}", manifest.sdk_min, manifest.sdk_max, host))
        .Hint(below_max ? "install a newer opdk, or rebuild the package against this one" : rebuild);
  }
  return Status();
}

}  // namespace opdk
