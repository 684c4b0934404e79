// The package-local list to which REG_OP, INFER_FUNC_REG, REGISTER_CPU_KERNEL, REGISTER_OP_COMPUTE, REGISTER_CUSTOM_OP,
// REGISTER_MODEL_PARSER and similar macros append. Each shared library has its own list (hidden visibility), so loading
// a library changes no other list. The host reads the list through opdk_package() (opdk/package.h). Every entry states
// its kind and its size. A host skips and reports kinds that it doesn't know; an entry that is shorter than the host
// needs refuses the package. The first registration of an operator type in a package counts and later ones are ignored,
// because many files include a prototype's header. This header is C++11, because the headers that authors include rest
// on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "opdk/source_place.h"
#include "opdk/visibility.h"

namespace ge {
class Operator;
}  // namespace ge
namespace domi {
class OpRegistrationData;
}  // namespace domi

namespace opdk {

class ModelParser;

// Kinds of entries. Part of the boundary: numbers are never reused.
enum class EntryKind : uint32_t {
  kPrototype = 1,
  kInferShape = 2,
  kInferFormat = 3,
  kVerify = 4,
  kInferValueRange = 5,
  kKernel = 6,
  kCheckSupport = 7,
  kFrameworkOp = 8,
  kModelParser = 9,
  kGraphPass = 10,
  kScopePass = 11,
  kSubgraphIndex = 12,
  kInferDataSlice = 13,
  kTiling = 14,
};

// Head of every entry.
struct RegistrationEntry {
  RegistrationEntry(EntryKind entry_kind, uint32_t entry_size, const char* entry_type, SourcePlace entry_place)
      : kind(entry_kind), size(entry_size), type(entry_type == nullptr ? "" : entry_type), place(entry_place) {}
  EntryKind kind;
  uint32_t size;          // of the whole entry, in bytes
  ge::AscendString type;  // the operator's type, a pass's name, or "" for a parser
  SourcePlace place;      // place in the author's source, if the macro knows it
};

// A prototype: `create` makes an operator of it.
struct PrototypeEntry : RegistrationEntry {
  static constexpr EntryKind kKind = EntryKind::kPrototype;
  using Create = std::function<ge::Operator(const ge::AscendString& name)>;
  PrototypeEntry(const char* entry_type, SourcePlace at, Create create_operator)
      : RegistrationEntry(kKind, sizeof(PrototypeEntry), entry_type, at), create(std::move(create_operator)) {}
  Create create;
};

// A function graphStatus fn(Operator&): shape inference, verification, format inference or slice inference.
struct OperatorFunctionEntry : RegistrationEntry {
  using Function = std::function<uint32_t(ge::Operator&)>;
  OperatorFunctionEntry(EntryKind entry_kind, const char* entry_type, Function operator_function)
      : RegistrationEntry(entry_kind, sizeof(OperatorFunctionEntry), entry_type, SourcePlace()),
        function(std::move(operator_function)) {}
  Function function;
};

// A value-range inference. `when`: ge::WHEN_CALL. No function: the kernel itself computes the outputs' ranges.
struct ValueRangeEntry : RegistrationEntry {
  static constexpr EntryKind kKind = EntryKind::kInferValueRange;
  ValueRangeEntry(const char* entry_type, int when_called, OperatorFunctionEntry::Function operator_function)
      : RegistrationEntry(kKind, sizeof(ValueRangeEntry), entry_type, SourcePlace()),
        when(when_called),
        function(std::move(operator_function)) {}
  int when;
  OperatorFunctionEntry::Function function;
};

// A kernel for the engine that `engine` names by its section of the operator information ("ai_core", "ai_cpu"). The
// type behind `payload` is an agreement between the registering macro and the engine: tbe::OpComputeKernel,
// aicpu::CpuKernelType.
struct EngineKernelEntry : RegistrationEntry {
  static constexpr EntryKind kKind = EntryKind::kKernel;
  EngineKernelEntry(const char* engine_name, const char* entry_type, SourcePlace at, std::shared_ptr<const void> kernel)
      : RegistrationEntry(kKind, sizeof(EngineKernelEntry), entry_type, at),
        engine(engine_name),
        payload(std::move(kernel)) {}
  const char* engine;
  std::shared_ptr<const void> payload;
};

// A function that returns why a kernel can't take an instance that operator information admits ("": the kernel can).
struct CheckSupportEntry : RegistrationEntry {
  static constexpr EntryKind kKind = EntryKind::kCheckSupport;
  using Check = ge::AscendString (*)(const ge::Operator& op);
  CheckSupportEntry(const char* engine_name, const char* entry_type, Check check_support)
      : RegistrationEntry(kKind, sizeof(CheckSupportEntry), entry_type, SourcePlace()),
        engine(engine_name),
        check(check_support) {}
  const char* engine;
  Check check;
};

// A mapping of a framework's operator.
struct FrameworkOpEntry : RegistrationEntry {
  static constexpr EntryKind kKind = EntryKind::kFrameworkOp;
  explicit FrameworkOpEntry(std::shared_ptr<domi::OpRegistrationData> registration)
      : RegistrationEntry(kKind, sizeof(FrameworkOpEntry), "", SourcePlace()), data(std::move(registration)) {}
  std::shared_ptr<domi::OpRegistrationData> data;
};

// A parser of a framework's models.
struct ModelParserEntry : RegistrationEntry {
  static constexpr EntryKind kKind = EntryKind::kModelParser;
  explicit ModelParserEntry(std::shared_ptr<const ModelParser> model_parser)
      : RegistrationEntry(kKind, sizeof(ModelParserEntry), "", SourcePlace()), parser(std::move(model_parser)) {}
  std::shared_ptr<const ModelParser> parser;
};

// A library's list as the host sees it.
struct Registrations {
  const RegistrationEntry* const* entries;
  size_t count;
};

// Returns the entries of one kind, in the order of registration. Every entry of the list must be as long as its kind
// needs.
template <typename Entry>
std::vector<const Entry*> EntriesOf(const Registrations& list, EntryKind kind) {
  std::vector<const Entry*> found;
  for (size_t i = 0; i < list.count; ++i) {
    if (list.entries[i]->kind == kind) found.push_back(static_cast<const Entry*>(list.entries[i]));
  }
  return found;
}
template <typename Entry>
std::vector<const Entry*> EntriesOf(const Registrations& list) {
  return EntriesOf<Entry>(list, Entry::kKind);
}

// This library's own list; lives as long as the library.
class OPDK_HIDDEN RegistrationList {
 public:
  static RegistrationList& Local() {
    static RegistrationList list;
    return list;
  }
  template <typename Entry>
  void Append(Entry entry) {
    kept_.push_back(std::make_shared<const Entry>(std::move(entry)));
    entries_.push_back(static_cast<const Entry*>(kept_.back().get()));
    list_ = Registrations{entries_.data(), entries_.size()};
  }
  // Appends unless the list has an entry of that kind and type. False: the entry was ignored.
  template <typename Entry>
  bool AppendFirst(Entry entry) {
    for (const RegistrationEntry* known : entries_) {
      if (known->kind == entry.kind && known->type == entry.type) return false;
    }
    Append(std::move(entry));
    return true;
  }
  // Appends a kernel unless the list has a kernel of that type for the same engine.
  bool AppendFirst(EngineKernelEntry entry) {
    for (const RegistrationEntry* known : entries_) {
      if (known->kind != EntryKind::kKernel || known->type != entry.type) continue;
      if (std::strcmp(static_cast<const EngineKernelEntry*>(known)->engine, entry.engine) == 0) return false;
    }
    Append(std::move(entry));
    return true;
  }
  const Registrations* list() const { return &list_; }

 private:
  std::vector<std::shared_ptr<const void>> kept_;
  std::vector<const RegistrationEntry*> entries_;
  Registrations list_{nullptr, 0};
};

}  // namespace opdk
