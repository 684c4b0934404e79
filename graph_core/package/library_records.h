// What is remembered of library files in the cache directory, so that a start hashes and tries nothing twice.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "opdk/status.h"

namespace opdk {

// Whether a library can be loaded without harm, as opdk_probe found it.
struct ProbeVerdict {
  bool harmless = false;
  std::string reason;  // what it does otherwise: "its constructor … throws …"
};

// Two kinds of small files below one directory: for a path the hash of its content, valid while the file's identity
// (device, inode, size, times of change) stays; for a content hash the verdict, valid for one build of opdk. A
// directory that can't be written only costs time. Safe between processes: files are replaced whole.
class LibraryRecords {
 public:
  // By default `packages` below DefaultCacheRoot().
  LibraryRecords();
  explicit LibraryRecords(std::filesystem::path directory) : directory_(std::move(directory)) {}

  const std::filesystem::path& directory() const { return directory_; }

  // SHA-256 of the file's content. E1002, E5001 when it can't be read.
  Result<std::string> ContentHash(const std::string& path) const;
  std::optional<ProbeVerdict> Verdict(const std::string& hash) const;
  void Remember(const std::string& hash, const ProbeVerdict& verdict) const;
  // The next start tries the library again.
  void Forget(const std::string& hash) const;

 private:
  std::filesystem::path VerdictPlace(const std::string& hash) const;
  void RemoveOld() const;
  void Write(const std::filesystem::path& place, const std::string& text) const;
  std::filesystem::path directory_;
};

}  // namespace opdk
