// What an author's library has to pass before it is loaded: who can write to it, its manifest, its signature, a trial.
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
  // The library, or why not: E5009 (others can write to it), E5008 (it would end the process), E5010 (it is not what
  // its manifest says), E5011 (its signature), E5003 (its manifest asks for another opdk), and those of LoadPackage.
  Result<std::unique_ptr<Package>> Load(const PluginLibrary& library, bool require_signature);

  // What was left out: a trial that could not be made. Refuses nothing.
  const std::vector<Status>& notes() const { return notes_; }

 private:
  Status CheckOwner(const InputFile& file);
  Result<std::optional<Manifest>> CheckedManifest(const PluginLibrary& library, bool require_signature);
  LibraryRecords records_;
  TrustCheck trust_;
  std::vector<Status> notes_;
};

// Tries the library in a process of its own and remembers the verdict; a remembered one counts unless `again`. E5008
// with the reason when it would end the process; the Result is false when it could not be tried, with a note why.
Result<bool> ProveLibrary(const InputFile& library, const LibraryRecords& records, bool again,
                          std::vector<Status>& notes);

// E5010 when `hash` is not what the manifest says of its library.
Status CheckLibraryHash(const Manifest& manifest, const std::string& hash);

}  // namespace opdk
