// Records about library files in the cache directory. With them a start doesn't repeat hashes and trials.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "graph_core/base/cache_key.h"
#include "opdk/input_file.h"
#include "opdk/status.h"

namespace opdk {

// opdk_probe's verdict: whether a library can be loaded without harm.
struct ProbeVerdict {
  bool harmless = false;
  std::string reason;  // the harm: "its constructor … throws …"
};

// Small files below one directory. For a path: the hash of the file's content, valid while the file's identity (device,
// inode, size, times of change) stays. For the hash of a library: the verdict. For the hash of operator information:
// the parsed information. Verdicts and information are valid for one build of opdk. The files are signed with the
// cache's key (base/cache_key.h), and a directory that others can write to is not used. A directory that can't be used
// or written only costs time. Safe between processes: files are replaced whole. One thread at a time.
class LibraryRecords {
 public:
  // Keeps the records in `directory`, by default `packages` below DefaultCacheRoot(). The key is beside the directory.
  // An empty path: nothing is recorded.
  LibraryRecords();
  explicit LibraryRecords(std::filesystem::path directory);

  const std::filesystem::path& directory() const { return directory_; }
  // Returns the reason why nothing is recorded though there is a directory: E5009.
  const Status& trust() const { return trust_; }

  // Returns the SHA-256 of the file's content. E1002: the file can't be read.
  Result<std::string> ContentHash(const InputFile& file) const;
  Result<std::string> ContentHash(const std::string& path) const;
  std::optional<ProbeVerdict> Verdict(const std::string& hash) const;
  void Remember(const std::string& hash, const ProbeVerdict& verdict) const;
  // Returns the recorded operator information of a package (op_info_record.h). `hash`: of all texts of the information.
  std::optional<std::string> OpInfo(const std::string& hash) const;
  void RememberOpInfo(const std::string& hash, const std::string& bytes) const;
  // Removes the verdict, so that the next start tries the library again.
  void Forget(const std::string& hash) const;

 private:
  bool usable() const { return !directory_.empty() && trust_.ok(); }
  std::filesystem::path VerdictPlace(const std::string& hash) const;
  std::filesystem::path OpInfoPlace(const std::string& hash) const;
  // Returns the text that Write left there for `subject`. nullopt: there is none, or another writer made it.
  std::optional<std::string> Read(const std::filesystem::path& place, const std::string& subject) const;
  void Write(const std::filesystem::path& place, const std::string& subject, const std::string& text) const;
  void RemoveOld() const;

  std::filesystem::path directory_;
  Status trust_;
  mutable std::optional<CacheKey> key_;
};

// Returns an identity of the running opdk. Another build has another identity.
const std::string& HostIdentity();

// Changes whenever the content of an open file may have changed.
std::string FileIdentity(const InputFile& file);

}  // namespace opdk
