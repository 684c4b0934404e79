#include "tests/graph_core/engines/ai_core/codegen/generated_function.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graph_core/engines/ai_core/store/linking.h"

namespace opdk::tests {
namespace {

// As much of halide_buffer_t (runtime ABI of Halide 14) as a one-dimensional argument needs.
struct BufferDimension {
  int32_t min = 0, extent = 0, stride = 1;
  uint32_t flags = 0;
};
struct Buffer {
  uint64_t device = 0;
  const void* device_interface = nullptr;
  void* host = nullptr;
  uint64_t flags = 0;
  uint8_t type_code = 0, type_bits = 0;
  uint16_t type_lanes = 1;
  int32_t dimensions = 1;
  BufferDimension* dim = nullptr;
  void* padding = nullptr;
};

KernelIr IrOf(const FunctionSpec& spec) {
  KernelIr ir;
  ir.symbols = 1;
  auto add = [&](KernelOp op, std::vector<int> inputs) -> KernelNode& {
    KernelNode node;
    node.op = op;
    node.dtype = spec.dtype;
    node.inputs = std::move(inputs);
    node.dims = {0};
    ir.nodes.push_back(std::move(node));
    return ir.nodes.back();
  };
  add(KernelOp::kInput, {}).index = 0;
  ir.inputs = 1;
  if (spec.unary) {
    add(KernelOp::kUnary, {0}).unary = *spec.unary;
  } else {
    if (spec.exponent) {
      add(KernelOp::kNumber, {}).value = *spec.exponent;
    } else {
      add(KernelOp::kInput, {}).index = 1;
      ir.inputs = 2;
    }
    add(KernelOp::kBinary, {0, 1}).binary = spec.binary;
  }
  ir.outputs = {static_cast<int>(ir.nodes.size()) - 1};
  return ir;
}

}  // namespace

void GeneratedFunction::Call(const void* x, const void* y, void* result, int32_t count) const {
  int32_t tasks = 1;
  BufferDimension dimension{0, count, 1, 0};
  std::array<Buffer, 3> buffers;
  const std::array<const void*, 3> hosts{x, y, result};
  for (size_t i = 0; i < hosts.size(); ++i) {
    buffers[i].host = const_cast<void*>(hosts[i]);
    buffers[i].dim = &dimension;
  }
  std::vector<void*> arguments{&count, &tasks, buffers.data()};
  if (two_inputs_) arguments.push_back(&buffers[1]);
  arguments.push_back(&buffers[2]);
  entry_(arguments.data());
}

Result<std::vector<GeneratedFunction>> Generate(const std::vector<FunctionSpec>& specs, const std::string& isa,
                                                const std::string& directory) {
  OPDK_TRY(const CodegenApi* codegen, OpenCodegen());
  std::vector<KernelIr> irs;
  for (const FunctionSpec& spec : specs) irs.push_back(IrOf(spec));
  std::vector<CodegenKernel> kernels;
  for (size_t i = 0; i < specs.size(); ++i) kernels.push_back({fmt::format("f{}", i), &irs[i]});
  const std::string object = directory + "/functions.o", library = directory + "/functions.so";
  OPDK_TRY(codegen->compile(kernels, isa, object));
  OPDK_TRY(LinkKernels({&object, 1}, library));
  OPDK_TRY(void* opened, OpenKernels(library));
  std::vector<GeneratedFunction> functions(specs.size());
  for (size_t i = 0; i < specs.size(); ++i) {
    functions[i].two_inputs_ = irs[i].inputs == 2;
    functions[i].entry_ = reinterpret_cast<int (*)(void**)>(dlsym(opened, (kernels[i].name + "_argv").c_str()));
    if (functions[i].entry_ == nullptr) return Status(ErrorCode::kLoad, specs[i].name + " has no entry");
  }
  return functions;
}

}  // namespace opdk::tests
