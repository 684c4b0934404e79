#include "sdk/tools/author/package_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <kainjow/mustache.hpp>
#include <set>

#include "graph_core/package/engine_info.h"
#include "sdk/tools/author/operator_name.h"

namespace opdk::author {
namespace {

// Where a template goes: "op_proto/reduce/row_sum.cc" from "reduction/infer.cc".
struct Source {
  std::string path;
  std::string form;
};

Result<std::vector<GeneratedFile>> RenderAll(const TemplateSet& templates, const std::vector<Source>& sources,
                                             const TemplateData& data) {
  std::vector<GeneratedFile> files;
  for (const Source& source : sources) {
    OPDK_TRY(std::string text, templates.Render(source.form, data));
    files.push_back({source.path, std::move(text)});
  }
  return files;
}

// Returns whether the operator needs a Python reference: an expression judges its own cases. Python keywords can't name
// parameters; then the author writes the reference.
bool NeedsReference(const OperatorDefinition& op) {
  static const std::set<std::string> kKeywords = {
      "as", "assert", "async",  "await",    "def",  "del",  "elif",  "except", "finally", "from", "global", "import",
      "in", "is",     "lambda", "nonlocal", "None", "pass", "raise", "with",   "yield",   "True", "False"};
  const auto unusable = [](const auto& named) { return kKeywords.contains(named.name); };
  return std::none_of(op.engines.begin(), op.engines.end(),
                      [](const std::string& engine) { return engine == ExpressionEngine().name; }) &&
         std::none_of(op.inputs.begin(), op.inputs.end(), unusable) &&
         std::none_of(op.attrs.begin(), op.attrs.end(), unusable);
}

}  // namespace

Result<std::vector<GeneratedFile>> PackageFiles(const TemplateSet& templates, const PackageIdentity& package) {
  return RenderAll(templates,
                   {{"CMakeLists.txt", "package/CMakeLists.txt"},
                    {"README.md", "package/README.md"},
                    {".gitignore", "package/gitignore"},
                    {".clang-format", "package/clang-format"}},
                   PackageData(package));
}

Result<std::vector<GeneratedFile>> OperatorFiles(const TemplateSet& templates, const CompletedOperator& op,
                                                 const PackageIdentity& package) {
  const OperatorDefinition& definition = op.definition;
  const std::string stem = definition.group + "/" + StemOf(definition.op);
  const std::string rule = op.fit == TemplateFit::kNothing ? "stub" : definition.kind;
  const std::string kernels = op.fit == TemplateFit::kAll ? definition.kind : "stub";
  std::string cases = definition.kind + "/cases.yaml";
  if (op.fit == TemplateFit::kShapeRule) cases = "stub/kernel_cases.yaml";
  if (op.fit == TemplateFit::kNothing) cases = "stub/cases.yaml";
  std::vector<Source> sources = {{"op_proto/" + stem + ".h", "operator/proto.h"},
                                 {"op_proto/" + stem + ".cc", rule + "/infer.cc"},
                                 {"op_info/" + stem + ".yaml", "operator/info.yaml"}};
  for (const std::string& engine : definition.engines) {
    sources.push_back({"op_impl/" + engine + "/" + stem + ".cc", kernels + "/" + engine + ".cc"});
  }
  for (const auto& [framework, names] : definition.frameworks) {
    sources.push_back({"plugins/" + framework + "/" + stem + ".cc", "operator/plugin_" + framework + ".cc"});
  }
  sources.push_back({"tests/op/" + stem + ".yaml", cases});
  if (NeedsReference(definition)) sources.push_back({"tests/op/" + stem + ".py", kernels + "/reference.py"});
  return RenderAll(templates, sources, OperatorData(definition, templates.FindKind(definition.kind), package));
}

}  // namespace opdk::author
