// The checks that an author's library has to pass before it is loaded: other writers, manifest, signature, a trial.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph_core/base/trust.h"
#include "graph_core/package/library_records.h"
#include "graph_core/package/manifest.h"
#include "graph_core/package/plugin_dirs.h"

namespace opdk {

// One for the packages of a registry: findings about shared directories are remembered. One thread at a time.
class Admission {
 public:
  // Loads the library if it passes. E5009: others can write to it. E5008: it would end the process. E5010: it differs
  // from its manifest. E5011: its signature is refused. E5003: its manifest asks for another opdk. Also the errors of
  // LoadPackage.
  Result<std::unique_ptr<Package>> Load(const PluginLibrary& library, bool require_signature);

  // Returns notes about trials that could not be made. They refuse no library.
  const std::vector<Status>& notes() const { return notes_; }

 private:
  Result<std::optional<Manifest>> CheckedManifest(const PluginLibrary& library, bool require_signature);
  LibraryRecords records_;
  TrustCheck trust_;
  std::vector<Status> notes_;
};

// Tries the library in a process of its own and remembers the verdict; a remembered one counts unless `again`. E5008
// with the reason when it would end the process; the Result is false when it could not be tried, with a note why.
Result<bool> ProveLibrary(const InputFile& library, const LibraryRecords& records, bool again,
                          std::vector<Status>& notes);

// Compares the hash of a library with its manifest. E5010: they differ.
Status CheckLibraryHash(const Manifest& manifest, const std::string& hash);

}  // namespace opdk
