#include "sdk/tools/author/cpp_scan.h"

#include <algorithm>
#include <array>

namespace opdk::author {
namespace {

// Adds a link of the chain between REG_OP and OP_END_FACTORY_REG.
void AddToPrototype(const MacroUse& use, SourcePrototype& prototype) {
  using Kind = SourcePort::Kind;
  if (use.arguments.empty()) return;
  const auto port = [&](Kind kind) { return SourcePort{use.arguments[0], kind, JoinedArguments(use, 1)}; };
  if (use.name == "INPUT") prototype.inputs.push_back(port(Kind::kRequired));
  if (use.name == "OPTIONAL_INPUT") prototype.inputs.push_back(port(Kind::kOptional));
  if (use.name == "DYNAMIC_INPUT") prototype.inputs.push_back(port(Kind::kDynamic));
  if (use.name == "OUTPUT") prototype.outputs.push_back(port(Kind::kRequired));
  if (use.name == "DYNAMIC_OUTPUT") prototype.outputs.push_back(port(Kind::kDynamic));
  if (use.arguments.size() < 2) return;
  if (use.name == "ATTR")
    prototype.attrs.push_back({use.arguments[0], use.arguments[1], JoinedArguments(use, 2), false});
  if (use.name == "REQUIRED_ATTR") prototype.attrs.push_back({use.arguments[0], use.arguments[1], "", true});
}

constexpr std::array<std::string_view, 7> kWithoutMeaning = {
    "REGISTER_OP_TILING", "INFER_DATA_SLICE_FUNC_REG", "COMMON_INFER_DATA_SLICE_FUNC_REG", "OP_ADD", "IMPL_OP",
    "IMPL_OP_INFERSHAPE", "IMPL_OP_OPTILING"};

}  // namespace

SourceScan ScanSource(std::string_view source) {
  const MacroScan macros = ScanMacros(source);
  SourceScan scan;
  bool in_prototype = false;
  bool in_mapping = false;
  for (const MacroUse& use : macros.uses) {
    if (use.in_directive) continue;
    const std::string& name = use.name;
    const bool has_argument = !use.arguments.empty() && !use.arguments[0].empty();
    if (name == "OP_END_FACTORY_REG") in_prototype = false;
    if (in_prototype) AddToPrototype(use, scan.prototypes.back());
    if (!has_argument) continue;
    if (name == "REG_OP") {
      scan.prototypes.push_back({use.arguments[0], use.line, {}, {}, {}});
      in_prototype = true;
    } else if (name == "REGISTER_CPU_KERNEL") {
      if (const auto type = macros.TextOf(use.arguments[0])) {
        scan.cpu_kernels.push_back({*type, use.line});
      } else {
        scan.unknown_kernel = true;
      }
    } else if (name == "OPDK_CPU_KERNEL") {
      scan.cpu_kernels.push_back({use.arguments[0], use.line});
    } else if (name == "REGISTER_OP_COMPUTE") {
      const auto literal = Literals(use.arguments[0]);
      scan.op_computes.push_back({literal.empty() ? use.arguments[0] : literal[0], use.line});
    } else if (name == "INFER_FUNC_REG" || name == "COMMON_INFER_FUNC_REG") {
      scan.infer_shapes.push_back({use.arguments[0], use.line});
    } else if (name == "REGISTER_CUSTOM_OP") {
      const auto literal = Literals(use.arguments[0]);
      scan.mappings.push_back({literal.empty() ? use.arguments[0] : literal[0], "", {}, use.line});
      in_mapping = true;
    } else if (in_mapping && name == "FrameworkType") {
      const std::string& framework = use.arguments[0];
      scan.mappings.back().framework = framework.substr(framework.find_last_of(':') + 1);
    } else if (in_mapping && name == "OriginOpType") {
      const auto origins = Literals(JoinedArguments(use, 0));
      scan.mappings.back().origins.insert(scan.mappings.back().origins.end(), origins.begin(), origins.end());
    } else if (std::find(kWithoutMeaning.begin(), kWithoutMeaning.end(), name) != kWithoutMeaning.end()) {
      scan.others.push_back(use);
    }
  }
  return scan;
}

}  // namespace opdk::author
