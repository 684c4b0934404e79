// The checks of how the parts of a package's operators fit together.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "graph_core/ir/node_kind.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/entries.h"
#include "opdk/neutral_text.h"
#include "register/register.h"
#include "sdk/tools/author/check/package_parts.h"
#include "sdk/tools/author/operator_name.h"

namespace opdk::author {
namespace {

struct Checked {
  const PackageParts& package;
  const std::vector<std::string>& declared;
  const std::string& type;
  const OperatorParts& parts;
  std::vector<CheckFinding>& findings;

  // Returns whether the operator's file in `folder` is there but can't be read.
  bool IsUnread(const std::string& folder) const {
    const auto unread = [&](const Part& part) { return package.unreadable.contains(folder + "/" + part.stem); };
    return (parts.prototype && unread(*parts.prototype)) ||
           std::any_of(parts.kernels.begin(), parts.kernels.end(), [&](const auto& k) { return unread(k.second); });
  }

  void Find(const char* code, const Part& part, std::string message, std::string mend = "") const {
    findings.push_back({code, part.place, std::move(message), std::move(mend)});
  }
};

// Returns "; did you mean Mish?", or "".
std::string DidYouMean(const std::string& type, const std::vector<std::string>& known) {
  const std::string near = Nearest(type, known);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near);
}

// Returns whether the operator has an expression, from which shapes are inferred and cases derived.
bool HasExpression(const OperatorParts& parts) { return parts.kernels.contains(ExpressionEngine().name); }

void CheckPrototype(const Checked& op) {
  const OperatorParts& parts = op.parts;
  // An operator of the core itself needs nothing more than a name.
  if (IsStructuralType(op.type)) return;
  if (!parts.prototype) {
    if (std::find(op.declared.begin(), op.declared.end(), op.type) != op.declared.end()) return;
    const std::string near = DidYouMean(op.type, op.declared);
    if (parts.info) {
      op.Find("C204", *parts.info, fmt::format("operator information of {}, which nobody declares{}", op.type, near));
    } else if (!parts.kernels.empty()) {
      op.Find("C204", parts.kernels.begin()->second,
              fmt::format("a kernel of {}, which nobody declares{}", op.type, near));
    } else if (parts.mapping) {
      op.Find("C208", *parts.mapping, fmt::format("a mapping to {}, which nobody declares{}", op.type, near));
    } else if (parts.cases) {
      op.Find("C404", *parts.cases, fmt::format("cases of {}, which nobody declares{}", op.type, near));
    }
    return;
  }
  if (!parts.info && parts.kernels.empty() && !op.IsUnread("op_info")) {
    op.Find("C201", *parts.prototype, fmt::format("{} has neither operator information nor a kernel", op.type));
  }
  if (!parts.inference && !HasExpression(parts)) {
    op.Find("C207", *parts.prototype,
            fmt::format("{} has neither shape inference nor an {} kernel, whose expression would say it", op.type,
                        ExpressionEngine().title));
  }
}

void CheckKernels(const Checked& op) {
  const auto found = op.package.op_info.find(op.type);
  const OpInfo* info = found == op.package.op_info.end() ? nullptr : &found->second;
  for (const auto& [engine, kernel] : op.parts.kernels) {
    if (info == nullptr && op.IsUnread("op_info")) continue;
    if (info == nullptr || info->Find(engine) == nullptr) {
      op.Find("C203", kernel,
              fmt::format("the {} kernel of {} is never chosen: no operator information has a section "
                          "{} for it",
                          engine, op.type, engine));
    }
  }
  if (info == nullptr) return;
  for (const EngineOpInfo& section : info->engines) {
    // A view needs no kernel.
    if (op.parts.kernels.contains(section.engine) || !section.view.empty()) continue;
    const EngineInfo* engine = FindEngine(section.engine);
    op.Find("C202", {section.place, ""},
            fmt::format("section {} of {} has no kernel behind it ({} is missing)", section.engine, op.type,
                        engine == nullptr ? "its kernel" : engine->registration),
            fmt::format("write op_impl/{}/<group>/{}.cc, or take the section away", section.engine, StemOf(op.type)));
  }
}

std::string LastPart(const std::string& stem) { return stem.substr(stem.rfind('/') + 1); }

std::string GroupOf(const std::string& stem) { return stem.substr(0, stem.rfind('/') + 1); }

// Returns whether the stem fits the operator, without regard to underscores. Names don't say where their words end:
// is_nan and is_na_n are both IsNaN.
bool IsStemOf(const std::string& type, const std::string& stem) {
  std::string own = StemOf(type);
  std::string given = LastPart(stem);
  std::erase(own, '_');
  std::erase(given, '_');
  return own == given;
}

// Returns whether another operator has the same stem. A family of operators may share one file with the family's name.
bool SharesFile(const PackageParts& package, const std::string& type, const std::string& stem) {
  return std::any_of(package.operators.begin(), package.operators.end(), [&](const auto& other) {
    const OperatorParts& parts = other.second;
    return other.first != type &&
           ((parts.prototype && parts.prototype->stem == stem) || (parts.info && parts.info->stem == stem) ||
            std::any_of(parts.kernels.begin(), parts.kernels.end(),
                        [&](const auto& k) { return k.second.stem == stem; }));
  });
}

void CheckStems(const Checked& op) {
  std::vector<std::pair<const char*, const Part*>> files;
  if (op.parts.prototype) files.emplace_back("prototype", &*op.parts.prototype);
  if (op.parts.info) files.emplace_back("operator information", &*op.parts.info);
  for (const auto& [engine, kernel] : op.parts.kernels) files.emplace_back("kernel", &kernel);
  if (op.parts.cases) files.emplace_back("cases", &*op.parts.cases);
  if (files.empty() || files[0].second->stem.empty()) return;
  const Part& first = *files[0].second;
  const std::string wanted = StemOf(op.type);
  if (!IsStemOf(op.type, first.stem) && !SharesFile(op.package, op.type, first.stem)) {
    op.Find("C205", first, fmt::format("{} stands in '{}'; its stem is '{}'", op.type, LastPart(first.stem), wanted),
            fmt::format("rename the operator's files to {}", wanted));
    return;
  }
  for (const auto& [what, part] : files) {
    if (part->stem == first.stem || part->stem.empty()) continue;
    // The cases of a large family stand in a file for each operator.
    const bool own_cases = part == (op.parts.cases ? &*op.parts.cases : nullptr) &&
                           GroupOf(part->stem) == GroupOf(first.stem) && IsStemOf(op.type, part->stem);
    if (own_cases) continue;
    op.Find("C206", *part,
            fmt::format("{} of {} in '{}', its {} in '{}'", what, op.type, part->stem, files[0].first, first.stem));
    return;
  }
}

void CheckCases(const Checked& op) {
  if (IsStructuralType(op.type)) return;
  const bool own = op.parts.prototype || op.parts.info || !op.parts.kernels.empty();
  if (!own || op.parts.cases || op.package.root.empty() || op.IsUnread("tests/op") || HasExpression(op.parts)) return;
  const Part& place = op.parts.prototype ? *op.parts.prototype
                      : op.parts.info    ? *op.parts.info
                                         : op.parts.kernels.begin()->second;
  op.Find("C401", place, fmt::format("{} has no cases", op.type),
          fmt::format("write tests/op/<group>/{}.yaml; opdk test runs it", StemOf(op.type)));
}

// Checks that an operator that only one engine computes has a reference. Otherwise its derived cases would run but not
// be verified.
void CheckReference(const Checked& op) {
  if (op.parts.kernels.empty() || op.package.root.empty() || HasExpression(op.parts) || op.IsUnread("op_impl")) return;
  if (!op.package.references.Of(op.type).empty()) return;
  // A view on one engine judges the kernel of the other.
  const auto info = op.package.op_info.find(op.type);
  if (info != op.package.op_info.end() &&
      std::any_of(info->second.engines.begin(), info->second.engines.end(),
                  [](const EngineOpInfo& section) { return !section.view.empty(); })) {
    return;
  }
  const auto& [engine, kernel] = *op.parts.kernels.begin();
  const std::string stem = (op.parts.cases ? GroupOf(op.parts.cases->stem) : GroupOf(kernel.stem)) + StemOf(op.type);
  op.Find("C405", kernel, fmt::format("nothing says what {} gives, besides its {} kernel", op.type, engine),
          fmt::format("write tests/op/{}.py with a function {}: what the operator computes, in NumPy", stem,
                      StemOf(op.type)));
}

}  // namespace

std::string PackageParts::LibraryPlace(std::string_view type) const {
  return fmt::format("{}: operator {}", std::filesystem::path(library).filename().string(), type);
}

void AddLibraryParts(const Package& package, PackageParts& parts) {
  const Registrations& list = *package.registrations;
  const auto place = [&parts](const std::string& type) { return Part{parts.LibraryPlace(type), ""}; };
  for (const PrototypeEntry* entry : EntriesOf<PrototypeEntry>(list)) {
    SetFirst(parts.operators[ToText(entry->type)].prototype, place(ToText(entry->type)));
  }
  for (const auto* entry : EntriesOf<OperatorFunctionEntry>(list, EntryKind::kInferShape)) {
    SetFirst(parts.operators[ToText(entry->type)].inference, place(ToText(entry->type)));
  }
  for (const EngineKernelEntry* entry : EntriesOf<EngineKernelEntry>(list)) {
    parts.operators[ToText(entry->type)].kernels.try_emplace(entry->engine, place(ToText(entry->type)));
  }
  for (const FrameworkOpEntry* entry : EntriesOf<FrameworkOpEntry>(list)) {
    const std::string type = entry->data->GetOmOptype();
    if (!type.empty()) SetFirst(parts.operators[type].mapping, place(type));
  }
  if (!parts.root.empty()) return;
  for (const auto& [type, info] : package.op_info) {
    SetFirst(parts.operators[type].info, {info.place, ""});
    parts.op_info.try_emplace(type, info);
  }
}

std::vector<CheckFinding> CheckParts(const PackageParts& parts, const std::vector<std::string>& declared) {
  std::vector<CheckFinding> findings;
  std::vector<std::string> known = declared;
  for (const auto& [type, op] : parts.operators) {
    if (op.prototype) known.push_back(type);
  }
  for (const auto& [type, op] : parts.operators) {
    const Checked checked{parts, known, type, op, findings};
    CheckPrototype(checked);
    CheckKernels(checked);
    CheckStems(checked);
    CheckCases(checked);
    CheckReference(checked);
  }
  return findings;
}

}  // namespace opdk::author
