#include "sdk/tools/author/docs/operator_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "graph/ascend_string.h"
#include "graph/utils/type_utils.h"
#include "graph_core/base/type_names.h"
#include "graph_core/ir/text_values.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/op_compute_call.h"
#include "graph_core/package/operator_names.h"
#include "opdk/declaration.h"
#include "sdk/tools/author/trial_shapes.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/run/run_case.h"
#include "tbe/print.h"

namespace opdk::author {
namespace {

constexpr size_t kCasesShown = 5;
constexpr int64_t kElementsShown = 16;

// The inputs of a page.
struct Subject {
  const PackageRegistry& packages;
  const std::string& type;
  const OpDesc& prototype;
  const OperatorSources& sources;
  Page& page;
};

std::string_view KindName(PortKind kind) {
  return kind == PortKind::kRequired ? "required" : kind == PortKind::kOptional ? "optional" : "any number";
}

std::string DtypesText(const IrPort& port, const OpDesc& prototype) {
  const DtypeSet& dtypes = AdmittedTypes(prototype, port);
  if (dtypes.empty()) return Plain(TypesText(prototype, port));
  std::vector<std::string> names;
  for (const ge::DataType dtype : dtypes.List()) names.push_back(DtypeName(dtype));
  const std::string text = Plain(fmt::format("{}", fmt::join(names, ", ")));
  const IrSymbol* symbol = SymbolOfPort(prototype, port);
  return symbol == nullptr ? text : text + " (" + Plain(symbol->name) + ")";
}

void AddPorts(const Subject& op, const char* heading, const std::vector<IrPort>& ports) {
  op.page.Add(PageHeading{2, heading});
  if (ports.empty()) return op.page.Add(PageParagraph{"None."});
  PageTable table{{{"name", "kind", "dtypes the prototype admits"}}};
  for (const IrPort& port : ports) {
    table.rows.push_back({Code(port.name), PageText(KindName(port.kind)), DtypesText(port, op.prototype)});
  }
  op.page.Add(std::move(table));
}

void AddAttributes(const Subject& op) {
  op.page.Add(PageHeading{2, "Attributes"});
  if (op.prototype.ir_attrs.empty()) return op.page.Add(PageParagraph{"None."});
  PageTable table{{{"name", "type", "default"}}};
  for (const IrAttr& attr : op.prototype.ir_attrs) {
    table.rows.push_back({Code(attr.name), Plain(attr.type),
                          attr.required ? "required" : Code(text::AttrText(attr.default_value, kElementsShown))});
  }
  op.page.Add(std::move(table));
}

std::string DescribeOutputs(const verify::CaseInstance& instance) {
  std::vector<std::string> outputs;
  for (const Port& port : instance.op.outputs) outputs.push_back(fmt::format("{} {}", port.name, DescText(port.desc)));
  return fmt::format("{}", fmt::join(outputs, ", "));
}

// Returns small inferred instances that inference accepts: of the first column of `section`, the first ones of
// different shapes.
std::vector<verify::CaseInstance> Inferred(const Subject& op, const EngineOpInfo& section, size_t limit) {
  std::vector<verify::CaseInstance> instances;
  std::vector<std::string> seen;
  const auto inputs = ColumnDtypes(section, op.prototype.ir_inputs, 0);
  if (!inputs) return instances;
  std::vector<const verify::OpCase*> cases;
  for (const verify::OpCase& one : op.sources.cases) cases.push_back(&one);
  for (verify::CaseInstance& trial : TrialsOf(op.prototype, cases, *inputs)) {
    if (instances.size() == limit) break;
    std::string described = DescribeInputs(trial);
    if (std::find(seen.begin(), seen.end(), described) != seen.end()) continue;
    if (!verify::VerifyAndInfer(op.packages, trial).ok()) continue;
    seen.push_back(std::move(described));
    instances.push_back(std::move(trial));
  }
  return instances;
}

const EngineOpInfo* FirstSection(const Subject& op) {
  for (const OperatorProvider& provider : op.packages.Providers(op.type)) {
    if (provider.info != nullptr && !provider.info->engines.empty()) return &provider.info->engines.front();
  }
  return nullptr;
}

void AddShapeRule(const Subject& op) {
  const OperatorProvider& provider = *op.packages.Prototype(op.type);
  op.page.Add(PageHeading{2, "Shape rule"});
  if (provider.infer_shape == nullptr) {
    return op.page.Add(PageParagraph{"The operator has no shape inference: it says itself what it puts out."});
  }
  std::string where = op.sources.inference_place.empty()
                          ? "The inference function of package " + Code(provider.package->name) + " decides"
                          : "The inference function registered at " + Code(op.sources.inference_place) + " decides";
  if (provider.verify != nullptr) where += "; a verifier checks the inputs and attributes before it";
  where += ".";
  op.page.Add(PageParagraph{where});
  const EngineOpInfo* section = FirstSection(op);
  if (section == nullptr) return;
  constexpr size_t kShapesShown = 4;
  PageTable table{{{"inputs", "outputs"}}};
  for (const verify::CaseInstance& instance : Inferred(op, *section, kShapesShown)) {
    table.rows.push_back({Code(DescribeInputs(instance)), Code(DescribeOutputs(instance))});
  }
  if (table.rows.size() > 1) op.page.Add(std::move(table));
}

std::string CellText(const PortInfo& port, size_t column) {
  std::string text = DtypeName(port.dtypes[column]);
  if (port.formats[column] != ge::FORMAT_ND) {
    text += " " + ge::TypeUtils::FormatToSerialString(port.formats[column]);
  }
  return Plain(text);
}

std::string PairsText(const std::vector<std::pair<std::string, std::string>>& pairs, const char* relation) {
  std::vector<std::string> texts;
  texts.reserve(pairs.size());
  for (const auto& [output, input] : pairs) texts.push_back(Code(output) + " " + relation + " " + Code(input));
  return fmt::format("{}", fmt::join(texts, ", "));
}

PageList Remarks(const EngineOpInfo& section) {
  PageList list;
  if (!section.dynamic_shape) list.items.emplace_back("takes static shapes only");
  if (!section.in_place.empty()) list.items.push_back(PairsText(section.in_place, "may overwrite"));
  if (!section.view.empty()) list.items.push_back("no kernel runs: " + PairsText(section.view, "is the bytes of"));
  if (!section.value_depend.empty()) {
    list.items.push_back("the kernel is built from the values of " +
                         Plain(fmt::format("{}", fmt::join(section.value_depend, ", "))));
  }
  for (const auto& [port, limit] : section.limits) {
    if (limit.min_rank)
      list.items.push_back(fmt::format("{}: rank {} to {}", Code(port), *limit.min_rank, *limit.max_rank));
    for (const auto& [axis, range] : limit.dims) {
      list.items.push_back(fmt::format("{}: axis {} from {} to {}", Code(port), axis, range.first, range.second));
    }
  }
  return list;
}

void AddEngines(const Subject& op) {
  op.page.Add(PageHeading{2, "Engines"});
  bool any = false;
  for (const OperatorProvider& provider : op.packages.Providers(op.type)) {
    if (provider.info == nullptr) continue;
    for (const EngineOpInfo& section : provider.info->engines) {
      any = true;
      op.page.Add(PageHeading{3, Code(section.engine) + " of package " + Code(provider.package->name)});
      PageTable table;
      table.rows.emplace_back();
      for (const PortInfo& port : section.ports) table.rows[0].push_back(Code(port.name));
      for (size_t k = 0; k < section.columns; ++k) {
        std::vector<PageText> row;
        for (const PortInfo& port : section.ports) row.push_back(CellText(port, k));
        table.rows.push_back(std::move(row));
      }
      op.page.Add(std::move(table));
      if (PageList remarks = Remarks(section); !remarks.items.empty()) op.page.Add(std::move(remarks));
    }
  }
  if (!any) op.page.Add(PageParagraph{"No engine has a kernel: the graph core handles the operator itself."});
}

void AddPackages(const Subject& op) {
  op.page.Add(PageHeading{2, "Packages"});
  PageTable table{{{"package", "version", "vendor", "provides", "precedence"}}};
  for (const OperatorProvider& provider : op.packages.Providers(op.type)) {
    std::vector<std::string> parts;
    if (provider.prototype != nullptr) {
      parts.emplace_back(&provider == op.packages.Prototype(op.type) ? "prototype" : "prototype (overridden)");
    }
    for (const EngineInfo& engine : Engines()) {
      if (provider.Kernel(engine.name) != nullptr) parts.push_back(fmt::format("{} kernel", engine.title));
    }
    const Package& package = *provider.package;
    table.rows.push_back({Code(package.name), Plain(package.version), Plain(package.vendor),
                          fmt::format("{}", fmt::join(parts, ", ")), Plain(package.priority_reason)});
  }
  op.page.Add(std::move(table));
}

// Returns the expression of the AI Core kernel for this instance; "": there is none to show.
std::string ExpressionOf(const OperatorProvider& provider, verify::CaseInstance& instance) {
  std::vector<tbe::Tensor> symbols;
  for (size_t i = 0; i < instance.op.inputs.size(); ++i) {
    const ge::TensorDesc& desc = instance.op.inputs[i].desc;
    symbols.emplace_back();
    if (desc.GetDataType() == ge::DT_UNDEFINED) continue;
    const std::vector<int64_t> dims = desc.GetShape().GetDims();
    if (std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; })) return "";
    auto made = MakePlaceholder(static_cast<int>(i), dims, desc.GetDataType(), instance.op.inputs[i].name);
    if (!made.ok()) return "";
    symbols.back() = *std::move(made);
  }
  const ConstInputFn values = [&instance](int input, ge::Tensor& tensor) {
    const verify::CaseTensor& given = instance.inputs[static_cast<size_t>(input)];
    if (given.has_data) tensor = given.value;
    return given.has_data;
  };
  const auto outputs = CallOpComputeAsInferred(instance.op, provider, symbols, values);
  return outputs.ok() ? tbe::Print(*outputs) : "";
}

void AddExpression(const Subject& op) {
  for (const OperatorProvider& provider : op.packages.Providers(op.type)) {
    const EngineOpInfo* section = provider.info == nullptr ? nullptr : provider.info->Find(kAiCoreEngine);
    if (provider.Kernel(kAiCoreEngine) == nullptr || section == nullptr) continue;
    constexpr size_t kTries = 8;
    for (verify::CaseInstance& instance : Inferred(op, *section, kTries)) {
      const std::string expression = ExpressionOf(provider, instance);
      if (expression.empty()) continue;
      op.page.Add(PageHeading{2, "AI Core expression"});
      op.page.Add(PageParagraph{"What the kernel computes, for " + Code(DescribeInputs(instance)) + ":"});
      op.page.Add(PageCode{"", expression});
      return;
    }
  }
}

void AddExamples(const Subject& op) {
  if (op.sources.cases.empty()) return;
  op.page.Add(PageHeading{2, "Examples"});
  op.page.Add(PageParagraph{"From the operator's cases, which `opdk test` runs:"});
  for (size_t i = 0; i < std::min(op.sources.cases.size(), kCasesShown); ++i) {
    const verify::OpCase& one = op.sources.cases[i];
    op.page.Add(PageHeading{3, Plain(one.name)});
    op.page.Add(PageCode{"yaml", verify::CaseLines(one)});
  }
}

}  // namespace

std::string EnginesOf(const PackageRegistry& packages, const std::string& type) {
  const OperatorProvider* winner = packages.Prototype(type);
  std::vector<std::string> engines;
  for (const std::string& engine : EngineNames()) {
    for (const OperatorProvider& provider : packages.Providers(type)) {
      if (provider.info == nullptr || provider.info->Find(engine) == nullptr) continue;
      engines.emplace_back(engine);
      if (&provider != winner) engines.back() += fmt::format(" ({})", provider.package->name);
      break;
    }
  }
  return engines.empty() ? "-" : fmt::format("{}", fmt::join(engines, ", "));
}

Page OperatorPage(const PackageRegistry& packages, const std::string& type, const OperatorSources& sources) {
  Page page;
  page.title = type;
  OpDesc prototype;
  const auto op = packages.Declared(type, type);
  if (!op.ok()) {
    page.Add(PageParagraph{Plain(op.status().message())});
    return page;
  }
  prototype = **op;
  const Subject subject{packages, type, prototype, sources, page};
  if (!sources.description.empty()) page.Add(PageParagraph{Plain(sources.description)});
  std::string origin =
      "Package " + Code(packages.Prototype(type)->package->name) + "; engines: " + Plain(EnginesOf(packages, type));
  if (!sources.prototype_place.empty()) origin += "; prototype: " + Code(sources.prototype_place);
  const std::vector<std::string> mapped = FrameworkNames(packages, type);
  for (size_t i = 0; i < mapped.size(); ++i) origin += (i == 0 ? "; mapped from: " : ", ") + Code(mapped[i]);
  page.Add(PageParagraph{origin + "."});
  AddPorts(subject, "Inputs", prototype.ir_inputs);
  AddPorts(subject, "Outputs", prototype.ir_outputs);
  AddAttributes(subject);
  AddShapeRule(subject);
  AddEngines(subject);
  AddPackages(subject);
  AddExpression(subject);
  AddExamples(subject);
  return page;
}

}  // namespace opdk::author
