// The kernels of a process: found loaded, or in the cache on disk, or compiled.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <vector>

#include "graph_core/base/machine.h"
#include "graph_core/engines/ai_core/canonical/kernel_ir.h"
#include "graph_core/engines/ai_core/codegen/codegen.h"
#include "graph_core/engines/ai_core/store/cache/kernel_cache.h"
#include "opdk/status.h"

namespace opdk {

// A loaded kernel: takes the array that KernelArguments describes; 0: success.
struct KernelEntry {
  int (*call)(void**) = nullptr;
};

// An object file's bytes and the kernels in it.
struct CompiledObject {
  std::vector<CodegenKernel> kernels;
  std::string bytes;
};

// Kernels linked into a shared library, as bytes.
struct KernelLibrary {
  std::vector<std::string> names;
  std::string bytes;
};

// Thread-safe. Libraries stay loaded for the life of the process.
class KernelStore {
 public:
  // Takes `cache_root` as KernelCache does.
  explicit KernelStore(const std::string& cache_root = "");

  // Makes all of them ready: what isn't loaded is linked into one library; what no cache holds is compiled first, on
  // as many threads as the process may use. `progress(done, total)` counts the kernels to compile. A cache that can't
  // be used (full, read-only, taken away) costs time and one warning. E4001: a kernel can't be compiled or linked;
  // E1001: OPDK_CACHE_SIZE is no size, OPDK_ISA no instruction set; E1006: no place at all can be written.
  Status Load(std::span<const KernelIr* const> kernels, const std::function<void(int done, int total)>& progress = {});
  // Returns all kernels in a library, for OpenLibrary of another process. Compiles kernels that aren't in the cache.
  // E4001.
  Result<KernelLibrary> LibraryOf(std::span<const KernelIr* const> kernels);
  // Makes its kernels ready, of which nothing is looked for in the cache then. The code is trusted. E2001: it lacks
  // one.
  Status OpenLibrary(const KernelLibrary& library);
  // Returns the entry of one kernel; loads the kernel if needed.
  Result<KernelEntry> Get(const KernelIr& kernel);

  const KernelCache& cache() const { return cache_; }
  // Checks that others can't write to the cache. E5009: they can.
  Status TrustCache();
  // Returns the number of kernels that this object has compiled.
  int compiled() const { return compiled_; }
  Status WriteLoopNest(const KernelIr& kernel, const std::string& path);

 private:
  using Progress = std::function<void(int done, int total)>;
  Status LoadMissing(std::span<const CodegenKernel> kernels, const Progress& progress);
  Status FindOrMake(std::span<const CodegenKernel> kernels, const Progress& progress);
  Result<std::vector<std::string>> Objects(std::span<const CodegenKernel> kernels, const Progress& progress);
  Status Compile(std::span<const CodegenKernel> kernels, const Progress& progress);
  Status CompileBatch(const std::vector<CodegenKernel>& kernels);
  Status Link(std::span<const std::string> objects, const std::string& hash, std::span<const CodegenKernel> kernels);
  Status Open(const InputFile& library, std::span<const CodegenKernel> kernels);
  Status Open(int descriptor, std::span<const std::string> names);
  Status NotKept(Status status);

  Result<Isa> isa_;
  std::mutex loading_;  // guards cache_'s place
  KernelCache cache_;
  std::atomic<bool> not_kept_{false};  // the attempt failed for want of files, not because of the kernels
  std::mutex objects_mutex_;
  std::vector<CompiledObject> objects_;  // of this Load: objects that could not be written are written elsewhere
  mutable std::shared_mutex entries_mutex_;
  std::map<std::string, KernelEntry, std::less<>> entries_;
  std::atomic<int> compiled_{0};
};

}  // namespace opdk
