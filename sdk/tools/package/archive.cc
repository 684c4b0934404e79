#include "sdk/tools/package/archive.h"

#include <fmt/format.h>

#include <boost/dll/shared_library.hpp>

#include "graph_core/base/own_directory.h"
#include "opdk/output_file.h"
#include "sdk/tools/package/archive_functions.h"
#include "sdk/tools/package/durable.h"

namespace opdk {
namespace {

Result<const ArchiveFunctions*> Functions() {
  // Never closed: libraries that it links stay until the process ends.
  static boost::dll::shared_library library;
  const auto place = (opdk::DirectoryOf(opdk::FormatManifest) / "libopdk_archive.so").string();
  try {
    if (!library.is_loaded()) library.load(place);
    return library.get<ArchiveEntry>(kArchiveEntry)();
  } catch (const std::exception& error) {
    return Status(ErrorCode::kLoad, fmt::format("archives can't be read: {}", error.what())).Hint("reinstall opdk");
  }
}

}  // namespace

Status WriteArchive(const std::string& path, const Manifest& manifest, const std::vector<PackedFile>& files) {
  OPDK_TRY(const ArchiveFunctions* functions, Functions());
  OPDK_TRY(OutputFile file, OutputFile::Create(path));
  OPDK_TRY(functions->write(file.descriptor(), path, manifest, files));
  return file.Publish();
}

Result<Manifest> ReadArchive(const std::string& path, const std::string& unpack_to) {
  OPDK_TRY(const ArchiveFunctions* functions, Functions());
  OPDK_TRY(Manifest manifest, functions->read(path, unpack_to));
  if (!unpack_to.empty()) {
    OPDK_TRY(WriteFile(unpack_to + "/" + kManifestName, FormatManifest(manifest), {.mode = 0644, .replaces = false}));
    OPDK_TRY(SyncDirectories(unpack_to));
  }
  return manifest;
}

Result<std::string> ArchiveLibraryVersion() {
  OPDK_TRY(const ArchiveFunctions* functions, Functions());
  return std::string(functions->version());
}

}  // namespace opdk
