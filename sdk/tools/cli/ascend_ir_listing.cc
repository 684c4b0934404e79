#include "sdk/tools/cli/ascend_ir_listing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "sdk/tools/author/ascend_ir/ascend_ir.h"
#include "sdk/tools/author/docs/operator_page.h"
#include "sdk/tools/cli/operator_listing.h"
#include "sdk/tools/cli/table.h"

namespace opdk::cli {
namespace {

using author::AscendOperator;

bool Exists(const AscendOperator& op, const PackageRegistry& packages) {
  return packages.Prototype(op.type) != nullptr;
}

std::vector<std::string> Differences(const AscendOperator& op, const PackageRegistry& packages) {
  const auto declared = packages.Declared(op.type, op.type);
  return declared.ok() ? DifferencesFromAscendIr(**declared, op) : std::vector<std::string>();
}

void PrintGroups(const PackageRegistry& packages) {
  struct Counts {
    size_t all = 0, here = 0, alike = 0;
  };
  std::map<std::string, Counts> groups;
  Counts sum;
  for (const AscendOperator& op : author::AscendIr()) {
    const bool here = Exists(op, packages);
    const bool alike = here && Differences(op, packages).empty();
    for (Counts* counts : {&groups[op.group], &sum}) {
      ++counts->all;
      counts->here += here ? 1 : 0;
      counts->alike += alike ? 1 : 0;
    }
  }
  std::vector<std::vector<std::string>> rows = {{"group", "operators", "here", "as in Ascend IR"}};
  const auto row = [&](const std::string& name, const Counts& counts) {
    rows.push_back({name, std::to_string(counts.all), std::to_string(counts.here), std::to_string(counts.alike)});
  };
  for (const auto& [name, counts] : groups) row(name, counts);
  row("all", sum);
  fmt::print("{}", FormatTable(rows));
  std::vector<std::string> others;
  for (const std::string& type : packages.OperatorTypes()) {
    if (author::FindAscendOperator(type) == nullptr) others.push_back(type);
  }
  fmt::print("\nwithout a prototype in Ascend IR ({}): {}\n", others.size(), fmt::join(others, ", "));
}

void PrintGroup(const std::string& group, const PackageRegistry& packages) {
  std::vector<std::vector<std::string>> rows = {{"operator", "engines", "differs from Ascend IR"}};
  for (const AscendOperator& op : author::AscendIr()) {
    if (op.group != group) continue;
    const bool here = Exists(op, packages);
    rows.push_back({op.type, here ? author::EnginesOf(packages, op.type) : "not here",
                    fmt::format("{}", fmt::join(Differences(op, packages), "; "))});
  }
  fmt::print("{}", FormatTable(rows));
}

void PrintOperator(const AscendOperator& op, const PackageRegistry& packages) {
  std::vector<std::vector<std::string>> rows = {{op.type, "name", "", "type"}};
  for (const author::AscendPort& port : op.inputs) rows.push_back(PortRow("input", port.name, port.kind, port.types));
  for (const author::AscendPort& port : op.outputs) rows.push_back(PortRow("output", port.name, port.kind, port.types));
  for (const author::AscendAttr& attr : op.attrs) {
    rows.push_back({"attribute", attr.name, attr.required ? "required" : "= " + attr.default_text, attr.type});
  }
  fmt::print("{}\ngroup {}\n", FormatTable(rows), op.group);
  if (!Exists(op, packages)) {
    fmt::print("not here: no package has it\n");
    return;
  }
  fmt::print("engines: {}\n", author::EnginesOf(packages, op.type));
  for (const std::string& line : Differences(op, packages)) fmt::print("differs: {}\n", line);
}

}  // namespace

Status PrintAscendIr(const std::string& what, const PackageRegistry& packages) {
  if (what.empty()) {
    PrintGroups(packages);
    return Status();
  }
  if (const AscendOperator* op = author::FindAscendOperator(what)) {
    PrintOperator(*op, packages);
    return Status();
  }
  const std::string group = what.ends_with("_ops") ? what.substr(0, what.size() - 4) : what;
  std::vector<std::string> names;
  for (const AscendOperator& op : author::AscendIr()) {
    if (op.group == group) {
      PrintGroup(group, packages);
      return Status();
    }
    names.push_back(op.type);
    if (std::find(names.begin(), names.end(), op.group) == names.end()) names.push_back(op.group);
  }
  const std::string near = Nearest(what, names);
  return Status(ErrorCode::kOperatorUnknown, fmt::format("Ascend IR has no operator or group '{}'", what))
      .Hint(near.empty() ? "opdk list --ir shows the groups" : fmt::format("did you mean {}?", near));
}

}  // namespace opdk::cli
