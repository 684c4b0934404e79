// REGISTER_OP_TILING: functions that cut an Ascend kernel's work into tiles. Here the engine schedules kernels: the
// functions compile and are never called, and `opdk build --cann` names each.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "graph/operator.h"
#include "graph/tensor.h"
#include "opdk/registrations.h"
#include "opdk/visibility.h"

namespace optiling {

using ByteBuffer = std::stringstream;

enum TensorArgType { TA_NONE, TA_SINGLE, TA_LIST };

// A tensor as a tiling function sees it.
struct TeOpTensor {
  std::vector<int64_t> shape;
  std::vector<int64_t> ori_shape;
  std::string format;
  std::string ori_format;
  std::string dtype;
  std::map<std::string, std::string> attrs;
};

// A port of the operator: one tensor, or the list of a dynamic port.
struct TeOpTensorArg {
  TensorArgType arg_type = TA_NONE;
  std::vector<TeOpTensor> tensor;
};

// The operator as a tiling function sees it.
struct TeOpParas {
  std::vector<TeOpTensorArg> inputs;
  std::vector<TeOpTensorArg> outputs;
  // Constant inputs by name: the bytes, their number, and the tensor.
  std::map<std::string, std::tuple<const uint8_t*, size_t, ge::Tensor>> const_inputs;
  std::string op_type;
};

// Result of compiling an Ascend kernel, for its tiling function: JSON text, and the key under which the parsed form is
// kept.
struct OpCompileInfo {
  OpCompileInfo() = default;
  OpCompileInfo(const std::string& text, const std::string& cache_key) : str(text), key(cache_key) {}
  std::string str;
  std::string key;
};

// Result of a tiling function.
struct OpRunInfo {
  uint32_t block_dim = 0;
  std::vector<int64_t> workspaces;
  ByteBuffer tiling_data;
  bool clear_atomic = false;
  uint32_t tiling_key = 0;
};

using OpTilingFunc = std::function<bool(const TeOpParas&, const OpCompileInfo&, OpRunInfo&)>;

template <typename T>
OPDK_HIDDEN inline ByteBuffer& ByteBufferPut(ByteBuffer& buffer, const T& value) {
  buffer.write(reinterpret_cast<const char*>(&value), sizeof(value));
  return buffer;
}

// Notes that a tiling function was registered; the function itself is dropped.
class OPDK_HIDDEN OpTilingRegistryInterf {
 public:
  OpTilingRegistryInterf(const std::string& op_type, const OpTilingFunc& func) {
    (void)func;
    opdk::RegistrationList::Local().AppendFirst(opdk::RegistrationEntry(
        opdk::EntryKind::kTiling, sizeof(opdk::RegistrationEntry), op_type.c_str(), opdk::SourcePlace()));
  }
};

}  // namespace optiling

#define REGISTER_OP_TILING(optype, opfunc) OPDK_REGISTER_OP_TILING_AS(optype, opfunc, __COUNTER__)
#define OPDK_REGISTER_OP_TILING_AS(optype, opfunc, number) OPDK_REGISTER_OP_TILING_NAMED(optype, opfunc, number)
#define OPDK_REGISTER_OP_TILING_NAMED(optype, opfunc, number) \
  static ::optiling::OpTilingRegistryInterf g_##optype##_tiling_##number __attribute__((unused)) (#optype, opfunc)
