#include "sdk/tools/author/cann/fitted_cases.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/safe_text.h"
#include "sdk/tools/author/cann/cann_case.h"
#include "sdk/tools/author/trial_shapes.h"
#include "sdk/tools/package/package_build.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::cli {
namespace {

constexpr double kSecondsPerOperator = 20;

// The first form that verification and inference take, as its number; else why they refuse the first one.
std::string TryForms(const SourcePrototype& prototype, const std::vector<CaseForm>& forms, const std::string& library) {
  const auto packages = PackageRegistry::Load({.plugin_dirs = {library}});
  if (!packages.ok()) return packages.status().message();
  const auto declared = (*packages)->Declared(prototype.type, prototype.type);
  if (!declared.ok()) return declared.status().message();
  std::string first_refusal;
  for (size_t i = 0; i < forms.size(); ++i) {
    const auto tried = [&]() -> Status {
      OPDK_TRY(const auto cases, verify::ReadCases(CaseSkeleton(prototype, "a case", forms[i]), "a case"));
      OPDK_TRY(verify::CaseInstance instance, verify::Instantiate(cases.front(), ge::DT_FLOAT, **declared));
      return InferInstance(**packages, instance);
    }();
    if (tried.ok()) return std::to_string(i);
    if (i == 0) first_refusal = tried.message();
  }
  return first_refusal;
}

std::string OneLine(const std::string& text) { return SafeLine(text.substr(0, text.find('\n'))); }

Status WriteCase(const CannOperator& op, const std::string& root, const CaseForm& form, const std::string& remark) {
  const std::string path = CasePath(op);
  return WriteChanged((std::filesystem::path(root) / path).string(), CaseSkeleton(*op.prototype, path, form, remark));
}

}  // namespace

bool HasCase(const CannProject& project, const CannOperator& op) {
  return op.prototype != nullptr && !project.OpInfoYaml(op).empty();
}

std::string CasePath(const CannOperator& op) { return "tests/op/" + op.stem + ".yaml"; }

Status FitCases(CannProject& project, const std::string& root) {
  std::vector<const CannOperator*> operators;
  for (const auto& [type, op] : project.operators) {
    if (HasCase(project, op)) operators.push_back(&op);
  }
  if (operators.empty()) return {};
  BuildRequest request;
  request.root = root;
  const auto built = BuildPackage(request);
  if (!built.ok()) {
    project.notes.push_back({"tests/op", fmt::format("whether the operators take the cases' shapes was not tried: {}",
                                                     built.status().message())});
    for (const CannOperator* op : operators) {
      OPDK_TRY(
          WriteCase(*op, root, {}, "Whether the operator takes these shapes is not known: the package doesn't build."));
    }
    return {};
  }
  std::vector<std::vector<CaseForm>> forms;
  forms.reserve(operators.size());
  for (const CannOperator* op : operators) forms.push_back(FormsFor(*op->prototype));
  const auto work = [&](size_t i) { return TryForms(*operators[i]->prototype, forms[i], built->front().library); };
  const verify::IsolationOptions options{.timeout_s = kSecondsPerOperator};
  Status status;
  verify::RunIsolated(operators.size(), work, options, [&](size_t i, verify::ChildReport&& report) {
    const std::string& answer = report.answer;
    size_t form = 0;
    const auto [end, error] = std::from_chars(answer.data(), answer.data() + answer.size(), form);
    const bool done = report.end == verify::ChildReport::End::kDone;
    if (done && error == std::errc() && end == answer.data() + answer.size() && form < forms[i].size()) {
      status = WriteCase(*operators[i], root, forms[i][form], "");
    } else {
      const std::string why = done ? answer : report.Describe(options);
      project.notes.push_back(
          {CasePath(*operators[i]), fmt::format("no shape that was tried is taken: {}", OneLine(why))});
      status = WriteCase(*operators[i], root, {},
                         fmt::format("None of the shapes that were tried is taken; of these: {}", OneLine(why)));
    }
    return status.ok();
  });
  return status;
}

}  // namespace opdk::cli
