// The kernels of a process: found loaded, or in the cache on disk, or compiled.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "graph_core/ai_core/codegen/codegen.h"
#include "graph_core/ai_core/kernel_cache.h"
#include "graph_core/ai_core/kernel_ir.h"
#include "opdk/status.h"

namespace opdk {

// A loaded kernel: takes the array that KernelArguments describes; 0: success.
struct KernelEntry {
  int (*call)(void**) = nullptr;
};

// Thread-safe. Libraries stay loaded for the life of the process.
class KernelStore {
 public:
  // `cache_root`: as KernelCache takes it.
  explicit KernelStore(const std::string& cache_root = "");
  // The one that the engines of this process share.
  static KernelStore& Shared();

  // Makes all of them ready: what isn't loaded is linked into one library; what no cache holds is compiled first, in
  // batches on up to two threads. `progress(done, total)` counts the kernels to compile. E4001.
  Status Load(std::span<const KernelIr* const> kernels, const std::function<void(int done, int total)>& progress = {});
  // The entry of one kernel; loads it when needed.
  Result<KernelEntry> Get(const KernelIr& kernel);

  const KernelCache& cache() const { return cache_; }
  // Kernels compiled by this object.
  int compiled() const { return compiled_; }
  Status WriteLoopNest(const KernelIr& kernel, const std::string& path);

 private:
  Status Compile(std::span<const CodegenKernel> kernels, const std::function<void(int done, int total)>& progress);
  Status CompileBatch(std::span<const CodegenKernel> kernels);
  Status CompileMissing(std::span<const CodegenKernel> kernels, std::vector<std::string>& objects,
                        const std::function<void(int done, int total)>& progress);
  Result<std::string> Library(std::span<const CodegenKernel> kernels,
                              const std::function<void(int done, int total)>& progress);
  Status Open(const std::string& library, std::span<const CodegenKernel> kernels);

  std::mutex mutex_;
  std::string isa_;
  KernelCache cache_;
  std::map<std::string, KernelEntry, std::less<>> entries_;
  int compiled_ = 0;
};

// What this processor can run: "avx512", "avx2" or "baseline".
std::string MachineIsa();

}  // namespace opdk
