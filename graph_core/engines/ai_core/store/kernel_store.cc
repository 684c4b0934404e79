#include "graph_core/engines/ai_core/store/kernel_store.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

#include "graph_core/base/descriptor_path.h"
#include "graph_core/base/file.h"
#include "graph_core/base/memory_file.h"
#include "graph_core/engines/ai_core/store/compile_batches.h"
#include "graph_core/engines/ai_core/store/linking.h"
#include "opdk/log.h"
#include "opdk/package.h"
#include "opdk/parallel.h"

namespace opdk {

KernelStore::KernelStore(const std::string& cache_root)
    : isa_(TargetIsa()),
      cache_(cache_root, fmt::format("{}-{}-{}", OPDK_SDK_VERSION, isa_.ok() ? Name(*isa_) : "none", CodegenBuild())) {}

// Marks a failure that another directory, or another attempt, may not meet.
Status KernelStore::NotKept(Status status) {
  if (!status.ok()) not_kept_ = true;
  return status;
}

Status KernelStore::CompileBatch(const std::vector<CodegenKernel>& kernels) {
  OPDK_TRY(const CodegenApi* codegen, OpenCodegen());
  // LLVM ends the process when a file can't be written to the end, so it gets one that no disk holds.
  OPDK_TRY(MemoryFile object, MemoryFile::Create());
  OPDK_TRY(codegen->compile(kernels, Name(*isa_), object.path()));
  OPDK_TRY(std::string bytes, object.Read());
  compiled_ += static_cast<int>(kernels.size());
  Status added = NotKept(cache_.AddObject(kernels, bytes));
  std::lock_guard lock(objects_mutex_);
  objects_.push_back({kernels, std::move(bytes)});
  return added;
}

Status KernelStore::Compile(std::span<const CodegenKernel> kernels, const Progress& progress) {
  const auto batches = BatchesToCompile(kernels, ThreadCount());
  std::atomic<size_t> next{0};
  std::mutex reporting;
  size_t done = 0;
  Status first_error;
  auto work = [&] {
    for (size_t i = next++; i < batches.size(); i = next++) {
      Status status = CompileBatch(batches[i]);
      std::lock_guard lock(reporting);
      if (!status.ok() && first_error.ok()) first_error = std::move(status);
      done += batches[i].size();
      if (progress) progress(static_cast<int>(done), static_cast<int>(kernels.size()));
    }
  };
  if (progress) progress(0, static_cast<int>(kernels.size()));  // the first batch may take seconds
  std::vector<std::thread> others;
  const auto threads = std::min(batches.size(), static_cast<size_t>(std::max(ThreadCount(), 1)));
  for (size_t i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return first_error;
}

// Returns the object files that hold these kernels, and compiles the missing ones.
Result<std::vector<std::string>> KernelStore::Objects(std::span<const CodegenKernel> kernels,
                                                      const Progress& progress) {
  std::vector<CodegenKernel> missing;
  std::set<std::string> objects;
  auto find = [&](const CodegenKernel& kernel) {
    auto object = cache_.FindObject(kernel, objects);
    const bool found = object.has_value();
    if (found) objects.insert(*std::move(object));
    return found;
  };
  std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(missing),
               [&](const CodegenKernel& kernel) { return !find(kernel); });
  if (!missing.empty()) OPDK_TRY(NotKept(cache_.Create()));
  for (const CompiledObject& object : objects_) OPDK_TRY(NotKept(cache_.AddObject(object.kernels, object.bytes)));
  if (!objects_.empty()) std::erase_if(missing, find);
  if (!missing.empty()) OPDK_TRY(Compile(missing, progress));
  for (const CodegenKernel& kernel : missing) {
    if (find(kernel)) continue;
    return NotKept(Status(ErrorCode::kFileNotFound, fmt::format("kernel {} was written to {} and is not there",
                                                                kernel.name, cache_.directory().string())));
  }
  return std::vector<std::string>(objects.begin(), objects.end());
}

Status KernelStore::Link(std::span<const std::string> objects, const std::string& hash,
                         std::span<const CodegenKernel> kernels) {
  OPDK_TRY(NotKept(cache_.Create()));
  std::string written = cache_.NewPath(".so");
  OPDK_TRY(std::string complaint, LinkKernels(objects, written));
  if (!complaint.empty()) {
    std::error_code ignored;
    std::filesystem::remove(written, ignored);
    return NotKept(Status(ErrorCode::kCompile, fmt::format("linking kernels failed: {}", complaint)));
  }
  auto library = cache_.AddLibrary(hash, kernels, written);
  if (!library.ok()) return NotKept(std::move(library).status());
  return NotKept(Open(*library, kernels));
}

Status KernelStore::FindOrMake(std::span<const CodegenKernel> kernels, const Progress& progress) {
  std::string list;
  for (const CodegenKernel& kernel : kernels) list += Print(*kernel.ir);
  std::string hash = HashText(list);
  OPDK_TRY(NotKept(cache_.Trust()));
  const CacheLock lock = cache_.Lock();
  // A library that has its hash but can't be opened is made again.
  if (auto library = cache_.FindLibrary(hash); library && Open(*library, kernels).ok()) return Status();
  OPDK_TRY(std::vector<std::string> objects, Objects(kernels, progress));
  return Link(objects, hash, kernels);
}

Status KernelStore::Open(const InputFile& library, std::span<const CodegenKernel> kernels) {
  std::vector<std::string> names;
  for (const CodegenKernel& kernel : kernels) names.push_back(kernel.name);
  Status status = Open(library.descriptor(), names);
  return status.ok() ? std::move(status) : std::move(status).At(library.path());
}

Status KernelStore::Open(int descriptor, std::span<const std::string> names) {
  OPDK_TRY(void* handle, OpenKernels(PathOfDescriptor(descriptor)));
  std::lock_guard lock(entries_mutex_);
  for (const std::string& name : names) {
    KernelEntry entry{reinterpret_cast<int (*)(void**)>(dlsym(handle, (name + "_argv").c_str()))};
    if (entry.call == nullptr) return Status(ErrorCode::kLoad, fmt::format("the library has no kernel {}", name));
    entries_[name] = entry;
  }
  return Status();
}

Result<KernelLibrary> KernelStore::LibraryOf(std::span<const KernelIr* const> kernels) {
  std::map<std::string, const KernelIr*> wanted;
  for (const KernelIr* kernel : kernels) wanted.emplace(KernelName(*kernel), kernel);
  KernelLibrary library;
  std::vector<CodegenKernel> all;
  for (const auto& [name, ir] : wanted) {
    library.names.push_back(name);
    all.push_back({name, ir});
  }
  if (all.empty()) return library;
  if (!isa_.ok()) return isa_.status();
  std::lock_guard lock(loading_);
  OPDK_TRY(cache_.Trust());
  const CacheLock held = cache_.Lock();
  OPDK_TRY(const std::vector<std::string> objects, Objects(all, {}));
  const std::string written = cache_.NewPath(".so");
  const auto complaint = LinkKernels(objects, written);
  objects_.clear();
  Result<std::string> bytes = ReadFile(written, kLibraryFile);
  std::error_code ignored;
  std::filesystem::remove(written, ignored);
  if (!complaint.ok()) return complaint.status();
  if (!complaint->empty()) return Status(ErrorCode::kCompile, fmt::format("linking kernels failed: {}", *complaint));
  OPDK_TRY(library.bytes, std::move(bytes));
  return library;
}

Status KernelStore::OpenLibrary(const KernelLibrary& library) {
  if (library.names.empty()) return Status();
  OPDK_TRY(const MemoryFile file, MemoryFile::Create());
  OPDK_TRY(file.Write(library.bytes));
  Status status = Open(file.file(), library.names);
  if (status.ok()) return status;
  return Status(ErrorCode::kModelInvalid, fmt::format("its kernels can't be loaded: {}", status.message()));
}

Status KernelStore::LoadMissing(std::span<const CodegenKernel> kernels, const Progress& progress) {
  OPDK_TRY(const uint64_t bound, CacheBound());
  auto attempt = [&] {
    not_kept_ = false;
    return FindOrMake(kernels, progress);
  };
  Status status = attempt();
  // Another process may have emptied the cache in between.
  if (!status.ok() && not_kept_ && cache_.Create().ok()) status = attempt();
  for (int place = 0; !status.ok() && not_kept_ && cache_.MoveToTemporary(place); ++place) {
    if (place == 0) {
      Log(LogLevel::kWarning, "ai_core", "compiled kernels are not kept: %s; OPDK_CACHE_DIR names another place",
          status.message().c_str());
    }
    status = attempt();
  }
  objects_.clear();
  if (status.ok()) cache_.Trim(bound);
  return status;
}

Status KernelStore::Load(std::span<const KernelIr* const> kernels, const Progress& progress) {
  std::map<std::string, const KernelIr*> wanted;
  for (const KernelIr* kernel : kernels) wanted.emplace(KernelName(*kernel), kernel);
  std::vector<CodegenKernel> missing;
  auto collect = [&] {
    std::shared_lock lock(entries_mutex_);
    missing.clear();
    for (const auto& [name, ir] : wanted) {
      if (entries_.count(name) == 0) missing.push_back({name, ir});
    }
    return missing.empty();
  };
  if (collect()) return Status();
  if (!isa_.ok()) return isa_.status();
  std::lock_guard lock(loading_);
  if (collect()) return Status();
  return LoadMissing(missing, progress);
}

Result<KernelEntry> KernelStore::Get(const KernelIr& kernel) {
  const std::string name = KernelName(kernel);
  {
    std::shared_lock lock(entries_mutex_);
    if (const auto known = entries_.find(name); known != entries_.end()) return known->second;
  }
  const KernelIr* single = &kernel;
  OPDK_TRY(Load({&single, 1}));
  std::shared_lock lock(entries_mutex_);
  return entries_.at(name);
}

Status KernelStore::TrustCache() {
  std::lock_guard lock(loading_);
  return cache_.Trust();
}

Status KernelStore::WriteLoopNest(const KernelIr& kernel, const std::string& path) {
  if (!isa_.ok()) return isa_.status();
  OPDK_TRY(const CodegenApi* codegen, OpenCodegen());
  return codegen->write_loop_nest({KernelName(kernel), &kernel}, Name(*isa_), path);
}

}  // namespace opdk
