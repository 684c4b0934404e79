#include "graph_core/package/admission.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph_core/base/file.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/loader.h"
#include "graph_core/package/probe.h"
#include "graph_core/package/signature.h"

namespace opdk {

Status CheckLibraryHash(const Manifest& manifest, const std::string& hash) {
  const auto file = std::find_if(manifest.files.begin(), manifest.files.end(),
                                 [&](const ManifestFile& entry) { return entry.path == manifest.library; });
  if (file != manifest.files.end() && file->sha256 == hash) return Status();
  return Status(ErrorCode::kArchiveInvalid,
                fmt::format("{} was changed since the package was packed: its sha256 is {}, the manifest says {}",
                            manifest.library, hash, file == manifest.files.end() ? "nothing" : file->sha256))
      .Hint(fmt::format("install {} {} again with --force", manifest.name, manifest.version));
}

Result<bool> ProveLibrary(const InputFile& library, const LibraryRecords& records, bool again,
                          std::vector<Status>& notes) {
  OPDK_TRY(const std::string hash, records.ContentHash(library));
  std::optional<ProbeVerdict> verdict = records.Verdict(hash);
  const bool remembered = verdict.has_value() && !again;
  if (!remembered) {
    Result<ProbeVerdict> tried = Status(ErrorCode::kInternal, "the library was not tried");
    OPDK_TRY(Fence(
        [&] {
          tried = Probe(library);
          return Status();
        },
        [&] { return fmt::format("loading the library {} in a process of its own, to try it", library.path()); }));
    if (!tried.ok()) {
      // The reason is the same for every library, so it is noted once.
      if (std::none_of(notes.begin(), notes.end(),
                       [&](const Status& note) { return note.message() == tried.status().message(); })) {
        notes.push_back(std::move(tried).status());
      }
      return false;
    }
    verdict = *std::move(tried);
    records.Remember(hash, *verdict);
  }
  if (verdict->harmless) return true;
  return Status(ErrorCode::kConstructor,
                fmt::format("it would end this process: {}{}", verdict->reason, remembered ? " (found earlier)" : ""))
      .Hint(remembered ? "when that depends on the environment, opdk doctor tries it again"
                       : "static objects of a package should do nothing that can fail");
}

Result<std::unique_ptr<Package>> Admission::Load(const PluginLibrary& library, bool require_signature) {
  OPDK_TRY(const InputFile file, OpenTrusted(library.path, kLibraryFile, trust_));
  OPDK_TRY(const auto manifest, CheckedManifest(library, require_signature || EnvironmentRequiresSignature()));
  if (!records_.trust().ok() && notes_.empty()) {
    notes_.push_back(
        Status(ErrorCode::kUntrusted, "the record of earlier libraries is not used: " + records_.trust().message()));
  }
  return LoadPackage(file, [&](const InputFile& opened) {
    if (manifest) {
      OPDK_TRY(const std::string hash, records_.ContentHash(opened));
      OPDK_TRY(CheckLibraryHash(*manifest, hash));
    }
    return ProveLibrary(opened, records_, false, notes_).status();
  });
}

// Reads and checks the manifest, from the file whose owner was checked. nullopt: the library has none.
Result<std::optional<Manifest>> Admission::CheckedManifest(const PluginLibrary& library, bool require_signature) {
  if (library.manifest.empty()) {
    if (!require_signature) return std::optional<Manifest>();
    return Status(ErrorCode::kSignature, "it is not signed, and a signature is required here")
        .Hint("a library gets one by opdk pack --sign KEY and opdk install");
  }
  OPDK_TRY(const InputFile file, OpenTrusted(library.manifest, kManifestFile, trust_));
  OPDK_TRY(const std::string text, file.Read());
  OPDK_TRY(Manifest manifest, ParseManifest(text, library.manifest));
  OPDK_TRY(CheckHost(manifest));
  OPDK_TRY(CheckSignature(manifest, require_signature));
  return std::optional(std::move(manifest));
}

}  // namespace opdk
