#include "graph_core/ai_core/kernel_store.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <utility>

#include "graph_core/ai_core/linking.h"
#include "opdk/package.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Halide's fixed cost per module is that of one kernel; larger batches than this leave a core idle at the end.
constexpr size_t kBatch = 8;

using Progress = std::function<void(int done, int total)>;

}  // namespace

std::string MachineIsa() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd")) {
    return "avx512";
  }
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "avx2" : "baseline";
}

KernelStore::KernelStore(const std::string& cache_root)
    : isa_(MachineIsa()), cache_(cache_root, fmt::format("{}-{}-{}", OPDK_SDK_VERSION, isa_, CodegenBuild())) {}

KernelStore& KernelStore::Shared() {
  static KernelStore store;
  return store;
}

Status KernelStore::CompileBatch(std::span<const CodegenKernel> kernels) {
  OPDK_TRY(const CodegenApi* codegen, OpenCodegen());
  std::string object = cache_.NewPath(".o");
  OPDK_TRY(codegen->compile(kernels, isa_, object));
  return cache_.AddObject(kernels, object);
}

Status KernelStore::Compile(std::span<const CodegenKernel> kernels, const Progress& progress) {
  size_t threads = std::min<size_t>(2, static_cast<size_t>(std::max(ThreadCount(), 1)));
  size_t batch = std::clamp<size_t>((kernels.size() + threads - 1) / threads, 1, kBatch);
  std::atomic<size_t> next{0};
  std::mutex reporting;
  size_t done = 0;
  Status first_error;
  auto work = [&] {
    for (size_t begin = next.fetch_add(batch); begin < kernels.size(); begin = next.fetch_add(batch)) {
      size_t count = std::min(batch, kernels.size() - begin);
      Status status = CompileBatch(kernels.subspan(begin, count));
      std::lock_guard lock(reporting);
      if (!status.ok() && first_error.ok()) first_error = std::move(status);
      done += count;
      if (progress) progress(static_cast<int>(done), static_cast<int>(kernels.size()));
    }
  };
  std::vector<std::thread> others;
  for (size_t i = 1; i < threads && i * batch < kernels.size(); ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  compiled_ += static_cast<int>(kernels.size());
  return first_error;
}

Status KernelStore::CompileMissing(std::span<const CodegenKernel> kernels, std::vector<std::string>& objects,
                                   const Progress& progress) {
  std::vector<CodegenKernel> missing;
  for (const CodegenKernel& kernel : kernels) {
    if (!cache_.FindObject(kernel)) missing.push_back(kernel);
  }
  if (!missing.empty()) OPDK_TRY(Compile(missing, progress));
  std::set<std::string> distinct;
  for (const CodegenKernel& kernel : kernels) {
    auto object = cache_.FindObject(kernel);
    if (!object) {
      return Status(ErrorCode::kCompile,
                    fmt::format("kernel {} can't be kept in {}", kernel.name, cache_.directory().string()));
    }
    distinct.insert(*object);
  }
  objects.assign(distinct.begin(), distinct.end());
  return Status();
}

Result<std::string> KernelStore::Library(std::span<const CodegenKernel> kernels, const Progress& progress) {
  std::string list;
  for (const CodegenKernel& kernel : kernels) list += Print(*kernel.ir);
  std::string hash = HashText(list);
  if (auto library = cache_.FindLibrary(hash)) return *library;
  std::vector<std::string> objects;
  OPDK_TRY(CompileMissing(kernels, objects, progress));
  std::string written = cache_.NewPath(".so");
  OPDK_TRY(LinkKernels(objects, written));
  return cache_.AddLibrary(hash, written);
}

Status KernelStore::Open(const std::string& library, std::span<const CodegenKernel> kernels) {
  OPDK_TRY(void* handle, OpenKernels(library));
  for (const CodegenKernel& kernel : kernels) {
    KernelEntry entry{reinterpret_cast<int (*)(void**)>(dlsym(handle, (kernel.name + "_argv").c_str()))};
    if (entry.call == nullptr) {
      return Status(ErrorCode::kLoad, fmt::format("{} has no kernel {}", library, kernel.name));
    }
    entries_[kernel.name] = entry;
  }
  return Status();
}

Status KernelStore::Load(std::span<const KernelIr* const> kernels, const Progress& progress) {
  std::lock_guard lock(mutex_);
  std::map<std::string, const KernelIr*> missing;
  for (const KernelIr* kernel : kernels) {
    std::string name = KernelName(*kernel);
    if (entries_.count(name) == 0) missing.emplace(std::move(name), kernel);
  }
  if (missing.empty()) return Status();
  std::vector<CodegenKernel> wanted;
  for (const auto& [name, ir] : missing) wanted.push_back({name, ir});
  auto load = [&]() -> Status {
    OPDK_TRY(std::string library, Library(wanted, progress));
    return Open(library, wanted);
  };
  Status status = load();
  // A full disk or a directory that was taken away costs time, not the run.
  if (!status.ok() && cache_.MoveToTemporary()) status = load();
  return status;
}

Result<KernelEntry> KernelStore::Get(const KernelIr& kernel) {
  const KernelIr* single = &kernel;
  OPDK_TRY(Load({&single, 1}));
  std::lock_guard lock(mutex_);
  return entries_.at(KernelName(kernel));
}

Status KernelStore::WriteLoopNest(const KernelIr& kernel, const std::string& path) {
  OPDK_TRY(const CodegenApi* codegen, OpenCodegen());
  return codegen->write_loop_nest({KernelName(kernel), &kernel}, isa_, path);
}

}  // namespace opdk
