// The .opdk file: a tar.gz whose first entry is manifest.json, followed by the files it lists.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/manifest.h"
#include "opdk/status.h"

namespace opdk {

struct PackedFile {
  std::string path;    // in the archive
  std::string source;  // on disk
};

// Writes an archive. Equal manifests and files make equal archives: entries in order, no times, no owners. The file
// appears whole or not at all. E1002: a file can't be read or written.
Status WriteArchive(const std::string& path, const Manifest& manifest, const std::vector<PackedFile>& files);

// Returns the archive's manifest after comparing every file with it: all are there, no others, sizes, hashes; regular
// files only. With `unpack_to`, an existing empty directory, the files and manifest.json are written there and synced.
// E1002; E5010 names the fault of the archive.
Result<Manifest> ReadArchive(const std::string& path, const std::string& unpack_to = "");

// Returns the library's version: "libarchive 3.6.2". E5007: the library that links libarchive is missing.
Result<std::string> ArchiveLibraryVersion();

}  // namespace opdk
