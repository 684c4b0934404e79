// Compiled kernels on disk: <root>/<key>/kernel_meta/<name>.o and <name>.json (TBE's descriptor), lib/<hash>.so with a
// record of its kernels and signature beside it.
//
// Code that lies there is run, so nobody else may have written it: each directory on the way and each file belongs to
// this user (or root) and can't be written by others, a file is no link and is used through the descriptor by which it
// was looked at, and descriptors and records are signed with the user's key (base/cache_key.h), which also covers the
// hash of the code.
//
// Safe with several processes: files are written aside and renamed, and nobody removes files while another looks for
// some (CacheLock). A file that is cut off or changed doesn't match its hash and counts as missing.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "graph_core/base/cache_key.h"
#include "graph_core/base/cache_root.h"
#include "graph_core/base/file.h"
#include "graph_core/engines/ai_core/canonical/kernel_ir.h"
#include "opdk/status.h"

namespace opdk {

// Find and Add may be called by several threads at once; the others by one.
class KernelCache {
 public:
  // `root`: "" for DefaultCacheRoot(). `key`: target and version; kernels of another key are never seen. Touches no
  // file.
  KernelCache(const std::string& root, const std::string& key);
  ~KernelCache();
  KernelCache(const KernelCache&) = delete;
  KernelCache& operator=(const KernelCache&) = delete;

  // Returns <root>/<key>.
  const std::filesystem::path& directory() const { return directory_; }
  // Returns whether the cache lies in a directory that lives as long as this object, because the wanted one can't be
  // written.
  bool temporary() const { return temporary_; }

  // Locks the cache. The lock must be held from the first Find until the library is open.
  CacheLock Lock() const { return CacheLock::Shared(directory_.parent_path()); }

  // Returns the intact object file that holds this kernel. `intact`: objects found before, which aren't read again.
  std::optional<std::string> FindObject(const CodegenKernel& kernel, const std::set<std::string>& intact) const;
  // Keeps the bytes of an object with these kernels and describes each of them. E1006.
  Status AddObject(std::span<const CodegenKernel> kernels, std::string_view object);

  // Returns the intact library of that name, open.
  std::optional<InputFile> FindLibrary(const std::string& hash) const;
  // Keeps a freshly linked library, which was written to a NewPath, and returns it open. E1002, E1006.
  Result<InputFile> AddLibrary(const std::string& hash, std::span<const CodegenKernel> kernels,
                               const std::string& written);

  // Returns a path in the cache that no other thread or process uses.
  std::string NewPath(const std::string& suffix) const;
  // Checks that nobody but this user can write to the cache. Without Trust, nothing is found in it. A directory that
  // doesn't exist yet is fine. E5009: names what is open to whom.
  Status Trust();
  // Calls Trust, then makes the directories and the key that don't exist yet. E1006, E5009.
  Status Create();
  // Moves the cache to a new temporary directory, at the `attempt`-th place for one or a later place. Returns false if
  // no such place can be written.
  bool MoveToTemporary(int attempt);

  // Removes entries down to `bound` bytes if something was added lately, and never while another process is about to
  // use the cache.
  void Trim(uint64_t bound);

 private:
  std::string SignatureOf(const CodegenKernel& kernel, const std::string& object, const std::string& sha256) const;

  std::string key_;
  std::optional<CacheKey> secret_;  // of a place that is trusted and has one
  std::filesystem::path directory_;
  bool temporary_ = false;
  int owner_ = 0;    // the process that made the temporary directory: a forked one must not remove it
  CacheLock alive_;  // of the temporary directory
  bool trimmed_ = false;
  std::atomic<uint64_t> added_{0};  // bytes since the last Trim that looked
};

}  // namespace opdk
