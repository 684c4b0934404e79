// Compiled kernels on disk: kernel_meta/<name>.o and <name>.json (TBE's descriptor), lib/<hash>.so.
//
// Safe with several processes: files are written aside and renamed. A file that is cut off or changed doesn't match its
// recorded size and hash and counts as missing. A directory that can't be written is replaced by a temporary one.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph_core/ai_core/codegen/codegen.h"
#include "opdk/status.h"

namespace opdk {

class KernelCache {
 public:
  // Opens `root`, "" for ${OPDK_CACHE_DIR:-${XDG_CACHE_HOME:-~/.cache}/opdk}. `key`: target and version; kernels of
  // another key are never seen.
  KernelCache(const std::string& root, const std::string& key);
  ~KernelCache();
  KernelCache(const KernelCache&) = delete;
  KernelCache& operator=(const KernelCache&) = delete;

  const std::filesystem::path& directory() const { return directory_; }
  bool temporary() const { return temporary_; }

  // The intact object file that holds this kernel.
  std::optional<std::string> FindObject(const CodegenKernel& kernel) const;
  // Moves a freshly written object with these kernels into the cache and describes each of them. E4001.
  Status AddObject(std::span<const CodegenKernel> kernels, const std::string& written_object);

  // The intact library of that name.
  std::optional<std::string> FindLibrary(const std::string& hash) const;
  Result<std::string> AddLibrary(const std::string& hash, const std::string& written_library);

  // A path in the cache that no other thread or process uses.
  std::string NewPath(const std::string& suffix) const;
  // From now on in a temporary directory: the cache could not be written. False: it was one already.
  bool MoveToTemporary();

 private:
  bool Create(const std::filesystem::path& directory);

  std::string key_;
  std::filesystem::path directory_;
  bool temporary_ = false;
};

}  // namespace opdk
