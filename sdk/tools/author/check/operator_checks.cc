#include "sdk/tools/author/check/operator_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "graph_core/base/type_names.h"
#include "graph_core/package/prototype_types.h"
#include "sdk/tools/author/trial_shapes.h"
#include "sdk/tools/verify/run/run_case.h"

namespace opdk::author {
namespace {

constexpr size_t kColumnsShown = 4;

// Validates the part of one engine or attribute, so that each mistake is a finding, not only the first.
void Validate(const OpInfo& part, const OperatorUnderCheck& op, const char* code, std::vector<CheckFinding>& findings) {
  const Status status = ValidateOpInfo(part, op.prototype);
  if (!status.ok()) findings.push_back(FindingOf(code, status, part.place));
}

std::string DescribeColumn(const EngineOpInfo& section, size_t column) {
  std::vector<std::string> cells;
  for (const PortInfo& port : section.ports) {
    cells.push_back(fmt::format("{}: {}", port.name, DtypeName(port.dtypes[column])));
  }
  return fmt::format("({})", fmt::join(cells, ", "));
}

// Returns the columns as an ordered set of texts, ports in the order of their names. nullopt: formats count, too.
std::optional<std::set<std::string>> ColumnSet(const EngineOpInfo& section) {
  std::map<std::string, const PortInfo*> ports;
  for (const PortInfo& port : section.ports) {
    const bool any_format = std::all_of(port.formats.begin(), port.formats.end(),
                                        [](ge::Format format) { return format == ge::FORMAT_ND; });
    if (!any_format) return std::nullopt;
    ports[port.name] = &port;
  }
  std::set<std::string> columns;
  for (size_t k = 0; k < section.columns; ++k) {
    std::string column;
    for (const auto& [name, port] : ports) column += fmt::format("{}: {}, ", name, DtypeName(port->dtypes[k]));
    columns.insert(std::move(column));
  }
  return columns;
}

// Returns whether a case runs on this engine with known data.
bool Runs(const verify::CaseInstance& instance, const std::string& engine) {
  const auto& engines = instance.engines;
  return instance.runnable() && !instance.expects_refusal() &&
         (engines.empty() || std::find(engines.begin(), engines.end(), engine) != engines.end());
}

void NoteUncovered(const EngineOpInfo& section, const std::vector<bool>& covered, const std::string& type,
                   std::vector<CheckFinding>& findings) {
  std::vector<std::string> missing;
  for (size_t k = 0; k < section.columns; ++k) {
    if (covered[k]) continue;
    std::string column = DescribeColumn(section, k);
    if (std::find(missing.begin(), missing.end(), column) == missing.end()) missing.push_back(std::move(column));
  }
  if (missing.empty()) return;
  const size_t count = missing.size();
  missing.resize(std::min(count, kColumnsShown));
  findings.push_back({"C402", section.place,
                      fmt::format("no case of {} runs {} of the {} columns of {}: {}{}", type, count, section.columns,
                                  section.engine, fmt::join(missing, ", "), count > kColumnsShown ? ", …" : ""),
                      ""});
}

}  // namespace

std::optional<OpInfo> CompletedInfo(const PackageParts& package, const std::string& type, const OpDesc& prototype) {
  const auto found = package.op_info.find(type);
  if (found == package.op_info.end()) return std::nullopt;
  OpInfo info = found->second;
  static_cast<void>(CompleteOpInfo(info, prototype));  // CheckInformation reports what can't be completed
  return info;
}

std::string OperatorUnderCheck::PrototypePlace() const {
  const auto found = package.operators.find(type);
  if (found == package.operators.end() || !found->second.prototype) return package.LibraryPlace(type);
  return found->second.prototype->place;
}

std::vector<const verify::OpCase*> OperatorUnderCheck::Cases() const {
  std::vector<const verify::OpCase*> cases;
  for (const verify::OpCase& one : package.cases) {
    if (one.op == type) cases.push_back(&one);
  }
  return cases;
}

std::vector<CheckFinding> CheckInformation(const OperatorUnderCheck& op) {
  std::vector<CheckFinding> findings;
  if (!op.info) return findings;
  const OpInfo* info = &op.package.op_info.at(op.type);
  for (const EngineOpInfo& section : info->engines)
    Validate({info->type, info->place, {section}, {}, {}, {}}, op, "C103", findings);
  for (const AttrInfo& attr : info->attrs)
    Validate({info->type, info->place, {}, {attr}, {}, {}}, op, "C104", findings);
  Validate({info->type, info->place, {}, {}, {}, info->layout}, op, "C103", findings);
  return findings;
}

std::vector<CheckFinding> CheckRepeatedTypes(const OperatorUnderCheck& op) {
  std::vector<CheckFinding> findings;
  if (!op.info) return findings;
  const OpInfo& info = op.package.op_info.at(op.type);
  for (const EngineOpInfo& section : info.engines) {
    if (section.columns == 0) continue;
    OpInfo without{info.type, info.place, {section}, {}, {}, {}};
    EngineOpInfo& completed = without.engines[0];
    completed.ports.clear();
    completed.columns = 0;
    if (!CompleteOpInfo(without, op.prototype).ok() || completed.columns == 0) continue;
    const auto columns = ColumnSet(section);
    if (!columns || columns != ColumnSet(completed)) continue;
    findings.push_back({"C105", section.place,
                        fmt::format("dtype of {} repeats the types of {}'s prototype", section.engine, info.type), ""});
  }
  return findings;
}

std::vector<CheckFinding> CheckCoverage(const OperatorUnderCheck& op) {
  std::vector<CheckFinding> findings;
  const OpInfo* info = op.info ? &*op.info : nullptr;
  const std::vector<const verify::OpCase*> cases = op.Cases();
  std::vector<verify::CaseInstance> instances;
  for (const verify::OpCase* one : cases) {
    for (const ge::DataType dtype : one->dtypes) {
      auto instance = verify::Instantiate(*one, dtype, op.prototype);
      if (!instance.ok()) {
        findings.push_back(FindingOf("C404", instance.status(), one->Place()));
        break;
      }
      if (instance->expects_refusal() || instance->refused) continue;
      // A failing inference has a finding of its own; then the coverage can't be told.
      if (!verify::VerifyAndInfer(op.packages, *instance).ok()) return findings;
      instances.push_back(std::move(instance).value());
    }
  }
  // No case at all, or an unusable case, is a finding of its own.
  if (info == nullptr || cases.empty() || !findings.empty()) return findings;
  for (const EngineOpInfo& section : info->engines) {
    // Views compute nothing. Without columns the prototype's types count, in any combination.
    if (!section.view.empty() || section.columns == 0) continue;
    std::vector<bool> covered(section.columns);
    for (const verify::CaseInstance& instance : instances) {
      if (!Runs(instance, section.engine)) continue;
      if (const auto column = section.MatchColumn(instance.op); column.ok()) covered[*column] = true;
    }
    NoteUncovered(section, covered, op.type, findings);
  }
  return findings;
}

}  // namespace opdk::author
