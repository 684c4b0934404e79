#include "graph_core/package/entries.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "opdk/neutral_text.h"
#include "opdk/package.h"
#include "register/register_custom_pass.h"

namespace opdk {

namespace {

constexpr std::string_view kNoSubgraphIndex = "subgraphs of a framework's operators are refused when a model is read";
constexpr std::string_view kNoSlices = "operators aren't cut over several cores";
constexpr std::string_view kNoTiling = "the engine schedules kernels itself";

constexpr EntryKindInfo kKinds[] = {
    {EntryKind::kPrototype, sizeof(PrototypeEntry), "REG_OP", ""},
    {EntryKind::kInferShape, sizeof(OperatorFunctionEntry), "INFER_FUNC_REG", ""},
    {EntryKind::kInferFormat, sizeof(OperatorFunctionEntry), "INFER_FORMAT_FUNC_REG", ""},
    {EntryKind::kVerify, sizeof(OperatorFunctionEntry), "VERIFY_FUNC_REG", ""},
    {EntryKind::kInferValueRange, sizeof(ValueRangeEntry), "INFER_VALUE_RANGE_…_REG", ""},
    {EntryKind::kKernel, sizeof(EngineKernelEntry), "REGISTER_OP_COMPUTE, REGISTER_CPU_KERNEL", ""},
    {EntryKind::kCheckSupport, sizeof(CheckSupportEntry), "REGISTER_CHECK_SUPPORT", ""},
    {EntryKind::kFrameworkOp, sizeof(FrameworkOpEntry), "REGISTER_CUSTOM_OP", ""},
    {EntryKind::kModelParser, sizeof(ModelParserEntry), "REGISTER_MODEL_PARSER", ""},
    {EntryKind::kGraphPass, sizeof(ge::GraphPassEntry), "REGISTER_CUSTOM_PASS, REG_FUSION_PASS", ""},
    // Entries of older packages have only this size, and don't run (scope_passes.h).
    {EntryKind::kScopePass, sizeof(RegistrationEntry), "REGISTER_SCOPE_FUSION_PASS", ""},
    {EntryKind::kSubgraphIndex, sizeof(RegistrationEntry), "REGISTER_AUTOMAPPING_SUBGRAPH_IO_INDEX_FUNC",
     kNoSubgraphIndex},
    {EntryKind::kInferDataSlice, sizeof(OperatorFunctionEntry), "INFER_DATA_SLICE_FUNC_REG", kNoSlices},
    {EntryKind::kTiling, sizeof(RegistrationEntry), "REGISTER_OP_TILING", kNoTiling},
};

const EntryKindInfo* Find(EntryKind kind) {
  const auto* found =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const auto& row) { return row.kind == kind; });
  return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace

std::span<const EntryKindInfo> EntryKinds() { return kKinds; }

Status CheckEntries(const Registrations& list) {
  if (list.entries == nullptr && list.count > 0) {
    return Status(ErrorCode::kPackageInvalid, fmt::format("its {} registrations are null", list.count));
  }
  for (size_t i = 0; i < list.count; ++i) {
    const RegistrationEntry* entry = list.entries[i];
    if (entry == nullptr) return Status(ErrorCode::kPackageInvalid, fmt::format("its registration {} is null", i));
    const EntryKindInfo* kind = Find(entry->kind);
    const size_t needed = kind == nullptr ? sizeof(RegistrationEntry) : kind->size;
    if (entry->size >= needed) continue;
    return Status(
               ErrorCode::kAbiMismatch,
               fmt::format("its registration {} of '{}' ({}) has {} bytes, this opdk reads {}", i, ToText(entry->type),
                           kind == nullptr ? "of an unknown kind" : kind->registration, entry->size, needed))
        .Hint(fmt::format("rebuild the package with opdk {}", OPDK_SDK_VERSION));
  }
  return Status();
}

std::vector<std::string> UnusedEntries(const Registrations& list) {
  std::map<uint32_t, std::vector<std::string>> names;
  for (const RegistrationEntry* entry : std::span(list.entries, list.count)) {
    const EntryKindInfo* kind = Find(entry->kind);
    if (kind != nullptr && kind->unused.empty()) continue;
    std::vector<std::string>& of_kind = names[static_cast<uint32_t>(entry->kind)];
    if (const std::string name = ToText(entry->type); !name.empty()) of_kind.push_back(name);
  }
  std::vector<std::string> texts;
  for (const auto& [number, of_kind] : names) {
    const std::string what = of_kind.empty() ? "" : fmt::format(" of {}", fmt::join(of_kind, ", "));
    const EntryKindInfo* kind = Find(static_cast<EntryKind>(number));
    texts.push_back(
        kind == nullptr
            ? fmt::format("a registration of kind {}{} isn't known to this opdk and is left out", number, what)
            : fmt::format("{}{} is registered and never called: {}", kind->registration, what, kind->unused));
  }
  return texts;
}

}  // namespace opdk
