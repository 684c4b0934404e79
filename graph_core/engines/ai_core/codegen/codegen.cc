#include "graph_core/engines/ai_core/codegen/codegen.h"

#include <Halide.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/codegen/output_group.h"
#include "graph_core/engines/ai_core/codegen/rare_path.h"
#include "graph_core/engines/ai_core/codegen/strided_loads.h"

namespace opdk::codegen {
namespace {

struct Machine {
  Halide::Target target;
  int vector_bytes;
  bool fma;
};

Machine MachineOf(const std::string& isa, bool large) {
  using Halide::Target;
  std::vector<Target::Feature> features{Target::NoAsserts, Target::NoBoundsQuery, Target::NoRuntime,
                                        Target::StrictFloat};
  bool avx512 = isa == "avx512", avx2 = avx512 || isa == "avx2";
  if (avx2) features.insert(features.end(), {Target::SSE41, Target::AVX, Target::AVX2, Target::FMA, Target::F16C});
  if (avx512) features.insert(features.end(), {Target::AVX512, Target::AVX512_Skylake});
  if (large) features.push_back(Target::LargeBuffers);
  return {Target(Target::Linux, Target::X86, 64, features), avx512 ? 64 : avx2 ? 32 : 16, avx2};
}

Halide::Pipeline BuildPipeline(const KernelIr& ir, const Machine& machine, const Parameters& parameters,
                               const Math& math) {
  std::vector<Halide::Func> outputs;
  for (size_t begin = 0; begin < ir.outputs.size();) {
    const auto& dims = ir.nodes[static_cast<size_t>(ir.outputs[begin])].dims;
    size_t end = begin + 1;
    while (end < ir.outputs.size() && ir.nodes[static_cast<size_t>(ir.outputs[end])].dims == dims) ++end;
    std::vector<int> nodes(ir.outputs.begin() + static_cast<std::ptrdiff_t>(begin),
                           ir.outputs.begin() + static_cast<std::ptrdiff_t>(end));
    outputs.push_back(OutputGroup(ir, math, parameters, nodes, machine.vector_bytes).Build());
    begin = end;
  }
  Halide::Pipeline pipeline(outputs);
  SplitRarePaths(pipeline);
  KeepStridedLoadsInside(pipeline);
  return pipeline;
}

Halide::Module BuildModule(const CodegenKernel& kernel, const Machine& machine) {
  Math math(machine.fma);
  Parameters parameters(*kernel.ir);
  return BuildPipeline(*kernel.ir, machine, parameters, math)
      .compile_to_module(parameters.Arguments(), kernel.name, machine.target);
}

template <typename Work>
Status Fenced(std::span<const CodegenKernel> kernels, Work work) {
  try {
    work();
    return Status();
  } catch (const std::exception& error) {
    Status status(ErrorCode::kCompile, std::string("the code generator refused a kernel: ") + error.what());
    return std::move(status).At("kernel " + kernels[0].name + (kernels.size() > 1 ? " or its batch" : ""));
  }
}

// Checks that the object can be written before it is compiled. LLVM ends the process if a write fails, and Halide's
// message would be about its own sources. E4001: the object can't be written.
Status CheckObject(const std::string& path, size_t kernels) {
  constexpr rlim_t kKernelBytes = rlim_t{1} << 18;  // several times the size of a kernel
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur / kKernelBytes < kernels) {
    return Status(ErrorCode::kCompile, "kernels can't be compiled: this process may write " +
                                           std::to_string(limit.rlim_cur) + " bytes to a file")
        .Hint("raise the limit: ulimit -f unlimited");
  }
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) {
    return Status(ErrorCode::kCompile,
                  std::string("kernels can't be compiled: their object can't be opened: ") + std::strerror(errno))
        .Hint("where too many files are open, raise the limit: ulimit -n 1024");
  }
  close(file);
  return Status();
}

Status Compile(std::span<const CodegenKernel> kernels, const std::string& isa, const std::string& object_path) {
  OPDK_TRY(CheckObject(object_path, kernels.size()));
  return Fenced(kernels, [&] {
    bool large = std::any_of(kernels.begin(), kernels.end(), [](const CodegenKernel& k) { return k.ir->large; });
    Machine machine = MachineOf(isa, large);
    Halide::Module all(kernels[0].name, machine.target);
    for (const CodegenKernel& kernel : kernels) {
      Halide::Module module = BuildModule(kernel, machine);
      for (const auto& function : module.functions()) all.append(function);
      for (const auto& buffer : module.buffers()) all.append(buffer);
    }
    all.compile({{Halide::OutputFileType::object, object_path}});
  });
}

Status WriteLoopNest(const CodegenKernel& kernel, const std::string& isa, const std::string& path) {
  return Fenced({&kernel, 1}, [&] {
    BuildModule(kernel, MachineOf(isa, kernel.ir->large)).compile({{Halide::OutputFileType::stmt, path}});
  });
}

}  // namespace
}  // namespace opdk::codegen

extern "C" const opdk::CodegenApi* opdk_codegen() {
  static const opdk::CodegenApi api{sizeof(opdk::CodegenApi), opdk::codegen::Compile, opdk::codegen::WriteLoopNest};
  return &api;
}
