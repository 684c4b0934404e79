#include "sdk/tools/cli/operator_listing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph_core/base/type_names.h"
#include "graph_core/ir/text_values.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/operator_names.h"
#include "opdk/declaration.h"
#include "sdk/tools/cli/table.h"

namespace opdk::cli {
namespace {

constexpr int64_t kElementsShown = 8;

std::vector<std::string> AttrRow(const IrAttr& attr) {
  const std::string value =
      attr.required ? "required" : fmt::format("= {}", text::AttrText(attr.default_value, kElementsShown));
  return {"attribute", attr.name, value, attr.type};
}

// Lists the dtypes, one per column: "float, float16".
std::string DtypesText(const PortInfo& port) {
  std::vector<std::string> names;
  for (const ge::DataType dtype : port.dtypes) names.push_back(DtypeName(dtype));
  return fmt::format("{}", fmt::join(names, ", "));
}

void PrintProvider(const OperatorProvider& provider, bool wins) {
  const Package& package = *provider.package;
  fmt::print("\npackage {} {}{}\n", package.name, package.version,
             wins ? fmt::format(", whose prototype counts ({})", package.priority_reason) : "");
  if (provider.prototype != nullptr) {
    fmt::print("  shapes: {}\n", provider.infer_shape != nullptr ? "a rule of its own"
                                 : provider.Kernel(ExpressionEngine().name) != nullptr
                                     ? "those of the kernel's expression"
                                     : "no rule");
  }
  if (provider.info == nullptr) return;
  for (const EngineOpInfo& engine : provider.info->engines) {
    const std::string columns = engine.columns == 0   ? "whatever the prototype admits"
                                : engine.columns == 1 ? "1 column"
                                                      : fmt::format("{} columns", engine.columns);
    fmt::print("  {}: {}{}\n", engine.engine, columns, engine.view.empty() ? "" : ", a view");
    for (const PortInfo& port : engine.ports) fmt::print("    {}: {}\n", port.name, DtypesText(port));
  }
}

}  // namespace

std::vector<std::string> PortRow(const char* what, const std::string& name, PortKind kind, const std::string& types) {
  const char* kind_text = kind == PortKind::kOptional ? "optional" : kind == PortKind::kDynamic ? "dynamic" : "";
  return {what, name, kind_text, types};
}

Status PrintOperatorListing(const std::string& type, const PackageRegistry& packages) {
  OPDK_TRY(const OpDesc* declared, packages.Declared(type, type));
  std::vector<std::vector<std::string>> rows = {{type, "name", "", "type"}};
  for (const IrPort& port : declared->ir_inputs)
    rows.push_back(PortRow("input", port.name, port.kind, TypesText(*declared, port)));
  for (const IrPort& port : declared->ir_outputs)
    rows.push_back(PortRow("output", port.name, port.kind, TypesText(*declared, port)));
  for (const IrAttr& attr : declared->ir_attrs) rows.push_back(AttrRow(attr));
  fmt::print("{}", FormatTable(rows));
  if (const auto names = FrameworkNames(packages, type); !names.empty()) {
    fmt::print("\nmapped from {}\n", fmt::join(names, ", "));
  }
  const OperatorProvider* winner = packages.Prototype(type);
  for (const OperatorProvider& provider : packages.Providers(type)) PrintProvider(provider, &provider == winner);
  return Status();
}

}  // namespace opdk::cli
