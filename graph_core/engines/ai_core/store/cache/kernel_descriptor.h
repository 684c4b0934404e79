// kernel_meta/<kernel>.json, the file that TBE's build writes beside an object. These keys have a meaning here:
//
// | key | meaning here |
// |---|---|
// | binFileName, binFileSuffix | the object in the same folder; kernels that were compiled together share one |
// | kernelName | the C symbol; `<kernelName>_argv(void**)` is the entry, 0: success |
// | kernelList | the entries by tiling key: one, key 0, since extents are arguments |
// | magic, coreType | RT_DEV_BINARY_MAGIC_ELF_AIVEC, VectorCore: a vector kernel; the cube's are oneDNN's |
// | blockDim | -1: the number of tasks is an argument of each call |
// | workspace | num 0: a kernel asks its runtime for scratch memory (halide_malloc) |
// | opParaSize | bytes of the scalar arguments: extents and starts, number of tasks, numbers |
// | parameters | per tensor argument whether it must be zeroed before: null, never |
// | supportInfo | how many `symbols` (int32), the dtypes of `params`, `inputs` and `outputs`: KernelArguments |
// |             | says where each stands in the array of the entry |
// | compileInfo | `key` of the cache (version, instruction set, build of the code generator), `expression` |
// |             | (the canonical text, which decides whether it is the one wanted), `description` for people, |
// |             | the author's `hints` |
// | sha256 | of the object; one that doesn't match counts as missing |
// | signature | with the cache's key, of the kernel, its expression, the object's name and sha256; likewise |
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "graph_core/engines/ai_core/canonical/kernel_ir.h"

namespace opdk {

// The fields of a descriptor that are read.
struct KernelDescriptor {
  std::string kernel_name;
  std::string bin_file_name;
  std::string expression;
  std::string description;
  std::string sha256;
  std::string signature;
};

// The object of a kernel.
struct SignedObject {
  std::string bin_file_name;
  std::string sha256;
  std::string signature;
};

std::string FormatDescriptor(const CodegenKernel& kernel, const std::string& key, const SignedObject& object);
// Reads a descriptor. nullopt: the text is none.
std::optional<KernelDescriptor> ParseDescriptor(std::string_view text);

}  // namespace opdk
