// The package-local registration list that REG_OP, INFER_FUNC_REG, REGISTER_CPU_KERNEL, REGISTER_OP_COMPUTE,
// REGISTER_CUSTOM_OP and REGISTER_MODEL_PARSER append to. Each shared library has its own (hidden visibility),
// so loading one changes nothing elsewhere: the host reads the list through opdk_package() (opdk/package.h).
// The first registration of an operator type in a package counts, later ones are ignored: a prototype's header is
// included by many files. This header is C++11, because the headers authors include rest on it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "opdk/source_place.h"
#include "opdk/visibility.h"

namespace ge {
class AscendString;
class Operator;
}  // namespace ge
namespace aicpu {
class CpuKernel;
}  // namespace aicpu
namespace domi {
class OpRegistrationData;
}  // namespace domi
namespace tbe {
class OpParams;
class Tensor;
}  // namespace tbe

namespace opdk {

class ModelParser;
struct OpDesc;

struct PrototypeEntry {
  std::string type;
  std::function<ge::Operator(const ge::AscendString& name)> create;
  SourcePlace place;  // where it was written
};

// Infer shape, verify, infer format …: graphStatus fn(Operator&).
struct OperatorFunctionEntry {
  std::string type;
  std::function<uint32_t(ge::Operator&)> function;
};

// Value-range inference. `when`: ge::WHEN_CALL. No function: the outputs' ranges are computed by the kernel itself.
struct ValueRangeEntry {
  std::string type;
  int when = 0;
  std::function<uint32_t(ge::Operator&)> function;
};

struct CpuKernelEntry {
  std::string type;
  std::function<std::shared_ptr<aicpu::CpuKernel>()> create;
  // The class adds no data member to CpuKernel, so one object can serve every execution.
  bool stateless;
};

// An AI Core kernel: builds the output expressions from symbolic inputs and attributes (tbe/op_compute.h).
struct OpComputeEntry {
  std::string type;
  std::vector<tbe::Tensor> (*compute)(const tbe::OpParams& op);
  SourcePlace place;
};

// Why an AI Core kernel can't take an instance ("": it can).
struct CheckSupportEntry {
  std::string type;
  std::string (*check)(const OpDesc& op);
};

struct FrameworkOpEntry {
  std::shared_ptr<domi::OpRegistrationData> data;
};

struct ModelParserEntry {
  std::shared_ptr<const ModelParser> parser;
};

struct Registrations {
  std::vector<PrototypeEntry> prototypes;
  std::vector<OperatorFunctionEntry> infer_shape;
  std::vector<OperatorFunctionEntry> infer_format;
  std::vector<OperatorFunctionEntry> verify;
  std::vector<ValueRangeEntry> infer_value_range;
  std::vector<CpuKernelEntry> cpu_kernels;
  std::vector<OpComputeEntry> op_computes;
  std::vector<CheckSupportEntry> check_supports;
  std::vector<FrameworkOpEntry> framework_ops;
  std::vector<ModelParserEntry> model_parsers;
};

// This library's own list.
OPDK_HIDDEN inline Registrations& LocalRegistrations() {
  static Registrations registrations;
  return registrations;
}

// Appends unless an entry of that type is there. False: ignored.
template <typename Entry>
OPDK_HIDDEN inline bool AppendFirst(std::vector<Entry>& entries, Entry entry) {
  for (const Entry& known : entries) {
    if (known.type == entry.type) return false;
  }
  entries.push_back(std::move(entry));
  return true;
}

}  // namespace opdk
