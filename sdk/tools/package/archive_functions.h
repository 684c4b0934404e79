// The border between the command and its library that links libarchive.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/manifest.h"
#include "opdk/status.h"
#include "sdk/tools/package/archive.h"

namespace opdk {

inline constexpr const char* kArchiveEntry = "opdk_archive_functions";

struct ArchiveFunctions {
  // Writes the archive to an open file; `path` is its name in messages.
  Status (*write)(int file, const std::string& path, const Manifest& manifest, const std::vector<PackedFile>& files);
  // Compares every file with the manifest; with `unpack_to`, writes them (not manifest.json) there, each synced.
  Result<Manifest> (*read)(const std::string& path, const std::string& unpack_to);
  const char* (*version)();
};
using ArchiveEntry = const ArchiveFunctions*();

}  // namespace opdk
