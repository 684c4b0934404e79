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

// Equal manifests and files make equal archives: entries in order, no times, no owners. The file appears whole or not
// at all. E1002 when something can't be read or written.
Status WriteArchive(const std::string& path, const Manifest& manifest, const std::vector<PackedFile>& files);

// The archive's manifest, after every file has been compared with it (all there, none besides, sizes, hashes; regular
// files only). With `unpack_to`, an existing empty directory, the files and manifest.json are written there and synced.
// E1002, or E5010 with what is wrong with the archive.
Result<Manifest> ReadArchive(const std::string& path, const std::string& unpack_to = "");

// "libarchive 3.6.2". E5007 when the library that links it is missing.
Result<std::string> ArchiveLibraryVersion();

}  // namespace opdk
