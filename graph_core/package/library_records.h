// What is remembered of library files in the cache directory, so that a start hashes and tries nothing twice.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "graph_core/base/cache_key.h"
#include "opdk/input_file.h"
#include "opdk/status.h"

namespace opdk {

// Whether a library can be loaded without harm, as opdk_probe found it.
struct ProbeVerdict {
  bool harmless = false;
  std::string reason;  // what it does otherwise: "its constructor … throws …"
};

// Small files below one directory: for a path the hash of its content, valid while the file's identity (device, inode,
// size, times of change) stays; for a content hash the verdict, for the hash of operator information what it says, both
// valid for one build of opdk. They are
// signed with the cache's key (base/cache_key.h), and a directory that others can write to is not used. A directory
// that can't be used or written only costs time. Safe between processes: files are replaced whole. One thread at a
// time.
class LibraryRecords {
 public:
  // By default `packages` below DefaultCacheRoot(); the key lies beside the directory. Empty: nothing is remembered.
  LibraryRecords();
  explicit LibraryRecords(std::filesystem::path directory);

  const std::filesystem::path& directory() const { return directory_; }
  // Why nothing is remembered though there is a directory: E5009.
  const Status& trust() const { return trust_; }

  // SHA-256 of the file's content. E1002 when it can't be read.
  Result<std::string> ContentHash(const InputFile& file) const;
  Result<std::string> ContentHash(const std::string& path) const;
  std::optional<ProbeVerdict> Verdict(const std::string& hash) const;
  void Remember(const std::string& hash, const ProbeVerdict& verdict) const;
  // What was made of a package's operator information (op_info_record.h), by the hash of all its texts.
  std::optional<std::string> OpInfo(const std::string& hash) const;
  void RememberOpInfo(const std::string& hash, const std::string& bytes) const;
  // The next start tries the library again.
  void Forget(const std::string& hash) const;

 private:
  bool usable() const { return !directory_.empty() && trust_.ok(); }
  std::filesystem::path VerdictPlace(const std::string& hash) const;
  std::filesystem::path OpInfoPlace(const std::string& hash) const;
  // What was written there for `subject`; nullopt when nothing of ours was.
  std::optional<std::string> Read(const std::filesystem::path& place, const std::string& subject) const;
  void Write(const std::filesystem::path& place, const std::string& subject, const std::string& text) const;
  void RemoveOld() const;

  std::filesystem::path directory_;
  Status trust_;
  mutable std::optional<CacheKey> key_;
};

// Of the opdk that runs: another build has another one.
const std::string& HostIdentity();

// Changes whenever the content of an open file may have changed.
std::string FileIdentity(const InputFile& file);

}  // namespace opdk
