#include "sdk/adapters/ascendcl/op_kernels.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/memory_file.h"
#include "opdk/parallel.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/prof.h"

namespace opdk::acl {
namespace {

constexpr int kMostWorkspaces = 16;
#if defined(__x86_64__)
constexpr uint16_t kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr uint16_t kMachine = EM_AARCH64;
#endif

struct LoadedKernel {
  std::shared_ptr<const void> library;
  OpdkAclKernel function = nullptr;
};

struct Kernels {
  std::mutex mutex;
  std::map<std::pair<std::string, std::string>, LoadedKernel> by_id;  // of an operator's type
  std::map<std::string, aclopCompileFunc> choosers;                   // by type
  std::map<std::string, std::shared_ptr<const ChosenKernel>> chosen;  // by an operator's key
  std::atomic<bool> has_chosen = false;
};
Kernels& TheKernels() {
  static Kernels kernels;
  return kernels;
}

Handles<aclopKernelDesc>& KernelDescs() {
  static Handles<aclopKernelDesc> descs("description of a kernel");
  return descs;
}

// Checks that the bytes are a shared library for this machine. ACL_ERROR_OP_LOAD_FAILED: they aren't.
Outcome CheckLibrary(std::string_view bytes) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof header || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) {
    return Fail(ACL_ERROR_OP_LOAD_FAILED, "the kernel is no ELF file: give a shared library (opdk/acl_kernel.h)");
  }
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.e_machine != kMachine) {
    return Fail(ACL_ERROR_OP_LOAD_FAILED,
                fmt::format("the kernel is for another machine (ELF's number {}, this one's is {}): a device's binary "
                            "doesn't run on a CPU, compile it as a shared library (opdk/acl_kernel.h)",
                            header.e_machine, kMachine));
  }
  if (header.e_type == ET_DYN) return {};
  return Fail(ACL_ERROR_OP_LOAD_FAILED, "the kernel is no shared library: link it with -shared");
}

Outcome LoadKernel(std::string_view bytes, const char* name, LoadedKernel& kernel) {
  OPDK_ACL_TRY(CheckLibrary(bytes));
  auto file = MemoryFile::Create();
  if (!file.ok()) return FromStatus(file.status());
  if (const Status written = file->Write(bytes); !written.ok()) return FromStatus(written);
  void* library = dlopen(file->path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return Fail(ACL_ERROR_OP_LOAD_FAILED, fmt::format("the kernel isn't loaded: {}", dlerror()));
  kernel.library = {library, [](void* handle) { dlclose(handle); }};
  kernel.function = reinterpret_cast<OpdkAclKernel>(dlsym(library, name));
  if (kernel.function != nullptr) return {};
  return Fail(ACL_ERROR_OP_LOAD_FAILED, fmt::format("the library has no function '{}'", name));
}

Outcome Create(const char* type, const char* id, const char* name, std::string_view bytes) {
  LoadedKernel kernel;
  OPDK_ACL_TRY(LoadKernel(bytes, name, kernel));
  Kernels& all = TheKernels();
  const std::lock_guard lock(all.mutex);
  if (all.by_id.emplace(std::pair(type, id), std::move(kernel)).second) return {};
  return Fail(ACL_ERROR_KERNEL_ALREADY_REGISTERED, fmt::format("{} has a kernel '{}'", type, id));
}

Outcome FindChooser(const std::string& type, aclopCompileFunc& chooser) {
  Kernels& all = TheKernels();
  const std::lock_guard lock(all.mutex);
  const auto found = all.choosers.find(type);
  if (found == all.choosers.end()) {
    return Fail(ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED,
                fmt::format("no function chooses kernels of {}: aclopRegisterCompileFunc", type));
  }
  chooser = found->second;
  return {};
}

Outcome Keep(const OpCall& call, const aclopKernelDesc& desc) {
  auto chosen = std::make_shared<ChosenKernel>();
  chosen->desc = desc;
  for (const auto& input : call.inputs) {
    if (IsFed(*input)) chosen->input_bytes.push_back(BytesOf(*input));
  }
  for (const auto& output : call.outputs) chosen->output_bytes.push_back(BytesOf(*output));
  std::string key;
  WriteKey(call, key);
  Kernels& all = TheKernels();
  const std::lock_guard lock(all.mutex);
  const auto kernel = all.by_id.find({call.type, desc.kernel});
  if (kernel == all.by_id.end()) {
    return Fail(ACL_ERROR_KERNEL_NOT_FOUND,
                fmt::format("{} has no kernel '{}': aclopCreateKernel makes it", call.type, desc.kernel));
  }
  chosen->library = kernel->second.library;
  chosen->function = kernel->second.function;
  all.chosen.insert_or_assign(std::move(key), std::move(chosen));
  all.has_chosen = true;
  return {};
}

// The addresses that a run gives its kernel.
struct Addresses {
  std::vector<void*> inputs, outputs, workspaces;
  std::vector<std::shared_ptr<std::byte>> memory;  // of the workspaces
};

Outcome Fill(const char* side, const std::vector<std::shared_ptr<aclDataBuffer>>& buffers,
             const std::vector<size_t>& bytes, std::vector<void*>& addresses) {
  for (size_t i = 0; i < buffers.size(); ++i) {
    OPDK_ACL_TRY(CheckBuffer(side, i, *buffers[i], bytes[i]));
    addresses.push_back(buffers[i]->data);
  }
  return {};
}

Outcome Run(const ChosenKernel& kernel, const std::vector<std::shared_ptr<aclDataBuffer>>& inputs,
            const std::vector<std::shared_ptr<aclDataBuffer>>& outputs) {
  Addresses at;
  OPDK_ACL_TRY(Fill("input", inputs, kernel.input_bytes, at.inputs));
  OPDK_ACL_TRY(Fill("output", outputs, kernel.output_bytes, at.outputs));
  for (const size_t bytes : kernel.desc.workspaces) {
    at.memory.push_back(NewSharedAligned(bytes));
    at.workspaces.push_back(at.memory.back().get());
  }
  const OpdkAclKernelCall whole = {.struct_size = sizeof(OpdkAclKernelCall),
                                   .inputs = at.inputs.data(),
                                   .input_bytes = kernel.input_bytes.data(),
                                   .input_count = at.inputs.size(),
                                   .outputs = at.outputs.data(),
                                   .output_bytes = kernel.output_bytes.data(),
                                   .output_count = at.outputs.size(),
                                   .workspaces = at.workspaces.data(),
                                   .workspace_count = at.workspaces.size(),
                                   .args = kernel.desc.args.data(),
                                   .arg_bytes = kernel.desc.args.size(),
                                   .block = 0,
                                   .blocks = kernel.desc.blocks};
  const int64_t start = Profile::Clock();
  try {
    ParallelFor(kernel.desc.blocks, 1, [&](int64_t begin, int64_t end) {
      for (int64_t block = begin; block < end; ++block) {
        OpdkAclKernelCall call = whole;
        call.block = static_cast<uint32_t>(block);
        kernel.function(&call);
      }
    });
  } catch (...) {
    return Fail(ACL_ERROR_FAILURE, fmt::format("kernel '{}' threw an exception", kernel.desc.kernel));
  }
  const auto files = CurrentProfile();
  return files == nullptr ? Outcome()
                          : FromStatus(files->AddEvent(kernel.desc.kernel, "kernel", start, Profile::Clock(), -1));
}

}  // namespace

std::shared_ptr<const ChosenKernel> FindKernel(const OpCall& call) {
  Kernels& all = TheKernels();
  if (!all.has_chosen.load(std::memory_order_relaxed)) return nullptr;
  thread_local std::string key;
  WriteKey(call, key);
  const std::lock_guard lock(all.mutex);
  const auto found = all.chosen.find(key);
  return found == all.chosen.end() ? nullptr : found->second;
}

Outcome LaunchKernel(std::shared_ptr<const ChosenKernel> kernel, std::vector<std::shared_ptr<aclDataBuffer>> inputs,
                     std::vector<std::shared_ptr<aclDataBuffer>> outputs, aclrtStream stream) {
  std::shared_ptr<Stream> on;
  OPDK_ACL_TRY(FindStream(stream, on));
  on->Add([kernel = std::move(kernel), inputs = std::move(inputs), outputs = std::move(outputs)] {
    return Run(*kernel, inputs, outputs);
  });
  return {};
}

void ForgetKernels() {
  Kernels& all = TheKernels();
  const std::lock_guard lock(all.mutex);
  all.by_id.clear();
  all.choosers.clear();
  all.chosen.clear();
  all.has_chosen = false;
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclopCreateKernel(const char* opType, const char* kernelId, const char* kernelName, void* binData, int binSize,
                           aclopEngineType enginetype, aclDataDeallocator deallocator) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    if (opType == nullptr) return IsNull("type of the operator");
    if (kernelId == nullptr || kernelName == nullptr) return IsNull("name of the kernel or its function");
    if (binData == nullptr) return IsNull("kernel");
    if (binSize <= 0) return Fail(ACL_ERROR_INVALID_PARAM, "the kernel has no bytes");
    if (enginetype < ACL_ENGINE_SYS || enginetype > ACL_ENGINE_VECTOR) {
      return NoSuch("engine", "enginetype", enginetype, "ACL_ENGINE_SYS, ACL_ENGINE_AICORE and ACL_ENGINE_VECTOR");
    }
    OPDK_ACL_TRY(
        Create(opType, kernelId, kernelName, {static_cast<const char*>(binData), static_cast<size_t>(binSize)}));
    // It was copied.
    if (deallocator != nullptr) deallocator(binData, static_cast<size_t>(binSize));
    return {};
  });
}

aclError aclopRegisterCompileFunc(const char* opType, aclopCompileFunc func) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    if (opType == nullptr) return IsNull("type of the operator");
    if (func == nullptr) return IsNull("function");
    Kernels& all = TheKernels();
    const std::lock_guard lock(all.mutex);
    if (all.choosers.emplace(opType, func).second) return {};
    return Fail(ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED, fmt::format("a function chooses kernels of {}", opType));
  });
}

aclError aclopUnregisterCompileFunc(const char* opType) {
  return Call(__func__, [&]() -> Outcome {
    if (opType == nullptr) return IsNull("type of the operator");
    Kernels& all = TheKernels();
    const std::lock_guard lock(all.mutex);
    if (all.choosers.erase(opType) > 0) return {};
    return Fail(ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED, fmt::format("no function chooses kernels of {}", opType));
  });
}

aclError aclopSetKernelArgs(aclopKernelDesc* kernelDesc, const char* kernelId, uint32_t blockDim, const void* args,
                            uint32_t argSize) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclopKernelDesc> desc;
    OPDK_ACL_TRY(KernelDescs().Find(kernelDesc, desc));
    if (kernelId == nullptr) return IsNull("name of the kernel");
    if (blockDim == 0) return Fail(ACL_ERROR_INVALID_PARAM, "a kernel runs in at least one block");
    if (args == nullptr && argSize > 0) return IsNull("arguments");
    desc->kernel = kernelId;
    desc->blocks = blockDim;
    const auto* bytes = static_cast<const std::byte*>(args);
    desc->args.assign(bytes, bytes + argSize);
    return {};
  });
}

aclError aclopSetKernelWorkspaceSizes(aclopKernelDesc* kernelDesc, int numWorkspaces, size_t* workspaceSizes) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclopKernelDesc> desc;
    OPDK_ACL_TRY(KernelDescs().Find(kernelDesc, desc));
    if (numWorkspaces < 0 || numWorkspaces > kMostWorkspaces) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("a kernel has 0 to {} workspaces, not {}", kMostWorkspaces, numWorkspaces));
    }
    if (numWorkspaces > 0 && workspaceSizes == nullptr) return IsNull("list of sizes");
    desc->workspaces.assign(workspaceSizes, workspaceSizes + numWorkspaces);
    return {};
  });
}

aclError aclopUpdateParams(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[], int numOutputs,
                           const aclTensorDesc* const outputDesc[], const aclopAttr* attr) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    OpCall call;
    aclopCompileFunc chooser = nullptr;
    OPDK_ACL_TRY(ReadCall(opType, numInputs, inputDesc, numOutputs, outputDesc, attr, call));
    OPDK_ACL_TRY(FindChooser(call.type, chooser));
    const auto desc = std::make_shared<aclopKernelDesc>();
    KernelDescs().Add(desc);
    const aclError code = chooser(numInputs, inputDesc, numOutputs, outputDesc, attr, desc.get());
    static_cast<void>(KernelDescs().Remove(desc.get()));
    if (code != ACL_SUCCESS) {
      return Fail(code, fmt::format("the function that chooses kernels of {} gives {}", call.type, code));
    }
    if (desc->blocks == 0) {
      return Fail(ACL_ERROR_KERNEL_NOT_FOUND,
                  fmt::format("the function of {} chose no kernel: aclopSetKernelArgs does", call.type));
    }
    return Keep(call, *desc);
  });
}
