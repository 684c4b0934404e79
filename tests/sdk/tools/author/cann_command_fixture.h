// A CANN project in a directory of its own.
#pragma once

#include <map>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {

inline const std::filesystem::path kCannProject = OPDK_SOURCE_DIR "/tests/sdk/cann_project";

// Returns the bytes of all files by their relative paths.
inline std::map<std::string, std::string> TreeOf(const std::filesystem::path& root) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) {
      files[std::filesystem::relative(entry.path(), root).string()] = ReadFile(entry.path());
    }
  }
  return files;
}

inline void WriteTree(const std::filesystem::path& root, const std::map<std::string, std::string>& files) {
  for (const auto& [path, text] : files) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path, std::ios::binary) << text;
  }
}

// Returns the smallest project: one operator with an AI CPU kernel.
inline std::map<std::string, std::string> SmallProject() {
  return {{"op_proto/twice.cc",
           "#include \"graph/operator_reg.h\"\nnamespace ge {\nREG_OP(Twice)\n    .INPUT(x, TensorType({DT_FLOAT}))\n"
           "    .OUTPUT(y, TensorType({DT_FLOAT}))\n    .OP_END_FACTORY_REG(Twice)\n"
           "COMMON_INFER_FUNC_REG(Twice, ELMTWISE_INFER_SHAPEANDTYPE(\"x\", \"y\"));\n}\n"},
          {"cpukernel/impl/twice_kernels.cc",
           "#include \"cpu_kernel.h\"\nnamespace { const char* TWICE = \"Twice\"; }\nnamespace aicpu {\n"
           "class TwiceCpuKernel : public CpuKernel {\n public:\n  uint32_t Compute(CpuKernelContext& ctx) override {\n"
           "    for (int64_t i = 0; i < ctx.Input(0)->NumElements(); ++i) {\n"
           "      static_cast<float*>(ctx.Output(0)->GetData())[i] = 2 * "
           "static_cast<float*>(ctx.Input(0)->GetData())[i];\n    }\n    return 0;\n  }\n};\n"
           "REGISTER_CPU_KERNEL(TWICE, TwiceCpuKernel);\n}\n"},
          {"cpukernel/op_info_cfg/aicpu_kernel/twice.ini", "[Twice]\nopInfo.engine=DNN_VM_AICPU\n"}};
}

}  // namespace opdk::cli
