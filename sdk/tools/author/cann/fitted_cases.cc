#include "sdk/tools/author/cann/fitted_cases.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <utility>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/safe_text.h"
#include "sdk/tools/author/cann/cann_case.h"
#include "sdk/tools/author/trial_shapes.h"
#include "sdk/tools/package/package_build.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/run/run_case.h"

namespace opdk::author {
namespace {

constexpr double kSecondsPerOperator = 20;

// The search for the shapes of one operator's case.
struct Trial {
  const CannOperator* op = nullptr;
  std::vector<CaseForm> forms;
  size_t next = 0;      // the next form to try: earlier forms are refused, or the last of them crashed
  std::string refusal;  // of the first form
};

bool ReadNumber(const std::string& text, size_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// Runs in the child. Returns the number of the first form, from the next one on, that verification and inference
// accept; else why they refuse. Its activity is the number of the tried form.
std::string TryForms(const Trial& trial, const std::string& library) {
  const std::string& type = trial.op->prototype->type;
  const auto packages = PackageRegistry::Load({.plugin_dirs = {library}});
  if (!packages.ok()) return packages.status().message();
  const auto declared = (*packages)->Declared(type, type);
  if (!declared.ok()) return declared.status().message();
  std::string refusal;
  for (size_t i = trial.next; i < trial.forms.size(); ++i) {
    verify::SetActivity(std::to_string(i));
    const auto tried = [&]() -> Status {
      const std::string text = CaseSkeleton(*trial.op->prototype, "a case", trial.forms[i]);
      OPDK_TRY(const auto cases, verify::ReadCases(text, "a case"));
      OPDK_TRY(verify::CaseInstance instance, verify::Instantiate(cases.front(), ge::DT_FLOAT, **declared));
      return verify::VerifyAndInfer(**packages, instance);
    }();
    if (tried.ok()) return std::to_string(i);
    if (refusal.empty()) refusal = tried.message();
  }
  return refusal.empty() ? "refused" : refusal;
}

std::string OneLine(const std::string& text) { return SafeLine(text.substr(0, text.find('\n'))); }

Status WriteCase(const CannOperator& op, const std::string& root, const CaseForm& form, const std::string& remark) {
  const std::string path = CasePath(op);
  return WriteChanged((std::filesystem::path(root) / path).string(), CaseSkeleton(*op.prototype, path, form, remark));
}

// Writes the case when the trial is at its end. `again`: it goes on behind a form with which inference crashed.
Status Conclude(Trial& trial, const verify::ChildReport& report, CannProject& project, const std::string& root,
                bool& again) {
  size_t form = 0;
  if (report.end == verify::ChildReport::End::kDone) {
    if (ReadNumber(report.answer, form)) return WriteCase(*trial.op, root, trial.forms[form], "");
    if (trial.refusal.empty()) trial.refusal = OneLine(report.answer);
  } else {
    if (trial.refusal.empty()) trial.refusal = "its verification or inference crashes, hangs or leaves the process";
    again = report.end == verify::ChildReport::End::kSignal && ReadNumber(report.activity, form) &&
            form + 1 < trial.forms.size();
    trial.next = form + 1;
    if (again) return {};
  }
  project.notes.push_back({CasePath(*trial.op), "no shape that was tried is taken: " + trial.refusal});
  return WriteCase(*trial.op, root, {}, "None of the shapes that were tried is taken; of these: " + trial.refusal);
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
  std::vector<Trial> trials;
  trials.reserve(operators.size());
  for (const CannOperator* op : operators) trials.push_back({op, FormsFor(*op->prototype), 0, ""});
  verify::IsolationOptions options;
  options.timeout_s = kSecondsPerOperator;
  Status status;
  while (status.ok() && !trials.empty()) {
    std::vector<Trial> unfinished;
    const auto work = [&](size_t i) { return TryForms(trials[i], built->front().library); };
    verify::RunIsolated(trials.size(), work, options, [&](size_t i, verify::ChildReport&& report) {
      bool again = false;
      status = Conclude(trials[i], report, project, root, again);
      if (again) unfinished.push_back(trials[i]);
      return status.ok();
    });
    trials = std::move(unfinished);
  }
  return status;
}

}  // namespace opdk::author
