// manifest.json of a packed or installed operator package: its name, its requirements, and hashes of its files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/base/file.h"
#include "opdk/status.h"

namespace opdk {

struct ManifestFile {
  std::string path;  // below the package's directory, '/' between parts
  uint64_t bytes = 0;
  std::string sha256;  // 64 hexadecimal digits
};

struct ManifestOperator {
  std::string type;
  std::vector<std::string> engines;   // that have operator information: "ai_core", "ai_cpu"
  std::vector<std::string> mappings;  // "onnx:Mish": framework and the operator's name there
};

struct ManifestSignature {
  std::string key;         // the name that the signer gave to the key; only for messages
  std::string public_key;  // base64
  std::string value;       // base64, over SignedBytes()
};

struct Manifest {
  std::string name;
  std::string vendor;
  std::string version;
  std::string library;       // path of the shared library among `files`
  std::string sdk_min;       // the opdk it was built with, "0.1.0"
  std::string sdk_max;       // a prefix: "0.1" stands for every 0.1.x
  uint32_t package_abi = 0;  // OPDK_ABI_VERSION
  std::string compiler_abi;
  std::string architecture;  // MachineName()
  std::vector<ManifestOperator> operators;
  std::vector<ManifestFile> files;
  std::optional<ManifestSignature> signature;
};

inline constexpr FileKind kManifestFile{"the manifest", kMaxText};
inline constexpr const char* kManifestName = "manifest.json";

// Reads a manifest. E5006, located at `place`: it is malformed. Nothing in a manifest leads out of the package's
// directory: names and versions are single plain words, paths are relative without "..". Every file occurs once, and
// sizes are bounded.
Result<Manifest> ParseManifest(std::string_view text, const std::string& place);
Result<Manifest> ReadManifest(const std::string& path);

// Members by name, so equal manifests are equal bytes.
std::string FormatManifest(const Manifest& manifest);
// Returns the bytes that a signature covers: the manifest without its signature.
std::string SignedBytes(const Manifest& manifest);

// Checks that this opdk can use the package. E5003: ABI, compiler or SDK range. E5001: architecture.
Status CheckHost(const Manifest& manifest);

// Compares versions: numbers by value, other parts as text, so "1.10.0" is after "1.9.2". Negative, 0 or positive.
int CompareVersions(std::string_view a, std::string_view b);

// Returns whether `text` may be a package's name or version: letters, digits and _ + - . ~, beginning with a letter, a
// digit or _, at most 128 characters.
bool IsPlainWord(std::string_view text);

}  // namespace opdk
