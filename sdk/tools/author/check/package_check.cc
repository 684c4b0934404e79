#include "sdk/tools/author/check/package_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

#include "graph/ascend_string.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/entries.h"
#include "graph_core/package/fence.h"
#include "opdk/neutral_text.h"
#include "sdk/tools/author/check/library_checks.h"
#include "sdk/tools/author/check/operator_checks.h"
#include "sdk/tools/author/check/package_parts.h"
#include "sdk/tools/author/check/symbol_checks.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::author {
namespace {

constexpr double kTimeoutSeconds = 60;

// Number of operators that one process checks: loading the packages takes far longer than one operator's inference. If
// a group crashes or takes too long, each of its operators is tried alone.
constexpr size_t kOperatorsTogether = 32;
constexpr double kGroupSeconds = 15;

void Append(std::vector<CheckFinding>& findings, std::vector<CheckFinding> more) {
  std::move(more.begin(), more.end(), std::back_inserter(findings));
}

bool HasError(const std::vector<CheckFinding>& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const CheckFinding& f) { return FindRule(f.code)->severity == Severity::kError; });
}

// Returns the text that a child process hands back.
std::string Answer(const std::vector<CheckFinding>& findings, const std::vector<std::string>& operators = {},
                   bool usable = true) {
  nlohmann::json json = {{"findings", nlohmann::json::array()}, {"operators", operators}, {"usable", usable}};
  for (const CheckFinding& finding : findings) json["findings"].push_back(ToJson(finding));
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<CheckFinding> FindingsIn(const nlohmann::json& answer) {
  std::vector<CheckFinding> findings;
  for (const nlohmann::json& finding : answer.value("findings", nlohmann::json::array())) {
    findings.push_back(FindingFrom(finding));
  }
  return findings;
}

class PackageCheck {
 public:
  explicit PackageCheck(const CheckRequest& request) : request_(request) { isolation_.timeout_s = kTimeoutSeconds; }

  CheckReport Run() {
    std::vector<CheckFinding>& findings = report_.findings;
    if (!request_.root.empty()) parts_ = ReadSources(request_.root, findings);
    parts_.library = request_.library;
    bool loadable = !request_.library.empty();
    if (loadable) {
      std::vector<CheckFinding> of_file = CheckLibraryFile(request_.library);
      loadable = !HasError(of_file);
      Append(findings, std::move(of_file));
      RunSymbols();
      if (!request_.root.empty()) Append(findings, CheckAge(request_.root, request_.library));
    }
    const bool loaded = RunParts(loadable);
    if (loaded) {
      RunOperators();
    } else {
      LeaveOut(request_.library.empty() ? "the package isn't built: opdk build, or opdk check --build"
                                        : "the library can't be loaded");
    }
    SortFindings(findings);
    return std::move(report_);
  }

 private:
  PackageOptions Packages(bool with_own) const {
    PackageOptions options;
    options.plugin_dirs = request_.plugin_dirs;
    if (with_own) options.plugin_dirs.insert(options.plugin_dirs.begin(), request_.library);
    options.use_environment = false;
    return options;
  }

  void LeaveOut(std::string why) {
    report_.left_out_because = std::move(why);
    for (const CheckRule& rule : CheckRules()) {
      const bool of_library = std::string_view(rule.code).starts_with("C3");
      if (rule.needs_library && !(of_library && !request_.library.empty())) report_.left_out.emplace_back(rule.code);
    }
  }

  void RunSymbols() {
    SymbolChecks checks = CheckSymbols(request_.root, request_.library);
    Append(report_.findings, std::move(checks.findings));
    if (checks.state_unknown.empty()) return;
    report_.left_out.emplace_back("C309");
    report_.left_out_because = std::move(checks.state_unknown);
  }

  // Checks, in the child, the library's parts beside those of the sources.
  std::string CheckAllParts(bool loadable) const {
    std::vector<CheckFinding> findings;
    PackageParts parts = parts_;
    std::vector<std::string> declared;
    std::unique_ptr<Package> package;
    if (loadable) package = LoadForCheck(request_.library, findings);
    if (package != nullptr) AddLibraryParts(*package, parts);
    if (const auto others = PackageRegistry::Load(Packages(false)); others.ok()) declared = (*others)->OperatorTypes();
    // If the sources hide their registrations, only the library shows what is missing.
    if (package != nullptr || (!parts.root.empty() && parts.sources_show_all)) {
      Append(findings, CheckParts(parts, declared));
    }
    std::vector<std::string> operators;
    for (const auto& [type, op] : parts.operators) {
      if (op.prototype || op.info || !op.kernels.empty()) operators.push_back(type);
    }
    return Answer(findings, operators, package != nullptr);
  }

  // Runs CheckAllParts in a child. Returns whether the library could be loaded.
  bool RunParts(bool loadable) {
    bool loaded = false;
    const auto work = [&](size_t) { return CheckAllParts(loadable); };
    verify::RunIsolated(1, work, isolation_, [&](size_t, verify::ChildReport&& child) {
      if (const std::string end = child.Describe(isolation_); !end.empty()) {
        report_.findings.push_back({"C306", std::filesystem::path(request_.library).filename().string(),
                                    fmt::format("loading it {}", end), ""});
        return true;
      }
      const auto answer = ParseJson(child.answer);
      Append(report_.findings, FindingsIn(answer));
      report_.operators = answer.value("operators", std::vector<std::string>());
      loaded = answer.value("usable", false);
      return true;
    });
    return loaded;
  }

  // The data that a child needs for operators, loaded once.
  struct Loaded {
    std::shared_ptr<const PackageRegistry> packages;
    std::unique_ptr<Package> package;
    PackageParts parts;
    bool refused = false;  // a registry refuses a package whose information contradicts its prototype
  };

  std::unique_ptr<Loaded> LoadForOperators() const {
    std::vector<CheckFinding> ignored;
    auto loaded = std::make_unique<Loaded>();
    auto packages = PackageRegistry::Load(Packages(true));
    loaded->package = LoadForCheck(request_.library, ignored);
    if (!packages.ok() || loaded->package == nullptr) return nullptr;
    loaded->packages = *std::move(packages);
    loaded->parts = parts_;
    AddLibraryParts(*loaded->package, loaded->parts);
    PackageRegistry::SetCurrent(loaded->packages);
    const auto& rejected = loaded->packages->rejected();
    loaded->refused = std::any_of(rejected.begin(), rejected.end(),
                                  [this](const RejectedPackage& one) { return one.path == request_.library; });
    return loaded;
  }

  // Checks, in the child, one operator.
  static std::vector<CheckFinding> CheckOneOperator(const Loaded& loaded, const std::string& type) {
    // The package's own prototype is asked for first: the registry may have refused it.
    std::function<ge::Operator()> create;
    for (const PrototypeEntry* entry : EntriesOf<PrototypeEntry>(*loaded.package->registrations)) {
      if (entry->type == type.c_str()) create = [entry] { return entry->create(entry->type); };
    }
    OpDesc prototype;
    const Status made = Fence(
        [&]() -> Status {
          if (create) {
            prototype = DescOf(create());
            return Status();
          }
          OPDK_TRY(const ge::Operator op, loaded.packages->CreateOperator(type, type));
          prototype = DescOf(op);
          return Status();
        },
        [&] { return loaded.parts.LibraryPlace(type); });
    if (!made.ok()) return {};  // C204
    const OperatorUnderCheck op{loaded.parts, type, prototype, *loaded.packages,
                                CompletedInfo(loaded.parts, type, prototype)};
    std::vector<CheckFinding> findings = CheckInformation(op);
    if (loaded.refused || loaded.packages->Prototype(type) == nullptr || !findings.empty()) return findings;
    Append(findings, CheckRepeatedTypes(op));
    Append(findings, CheckCoverage(op));
    const OperatorParts& parts = loaded.parts.operators.at(type);
    const bool infers = parts.inference || loaded.packages->Expression(type) != nullptr;
    if (parts.prototype && infers) Append(findings, CheckInference(op));
    return findings;
  }

  // Checks, in the child, some operators.
  std::string CheckSome(std::span<const std::string> types) const {
    std::vector<CheckFinding> findings;
    if (const auto loaded = LoadForOperators()) {
      for (const std::string& type : types) Append(findings, CheckOneOperator(*loaded, type));
    }
    return Answer(findings);
  }

  void RunOperators() {
    const std::span<const std::string> types = report_.operators;
    const size_t groups = (types.size() + kOperatorsTogether - 1) / kOperatorsTogether;
    const auto group = [&](size_t i) {
      const size_t first = i * kOperatorsTogether;
      return types.subspan(first, std::min(kOperatorsTogether, types.size() - first));
    };
    std::vector<std::string> alone;
    verify::IsolationOptions isolation = isolation_;
    isolation.parallel = request_.jobs;
    isolation.timeout_s = kGroupSeconds;
    verify::RunIsolated(
        groups, [&](size_t i) { return CheckSome(group(i)); }, isolation,
        [&](size_t i, verify::ChildReport&& child) {
          if (child.Describe(isolation).empty()) {
            Append(report_.findings, FindingsIn(ParseJson(child.answer)));
          } else {
            const auto types_of_group = group(i);
            alone.insert(alone.end(), types_of_group.begin(), types_of_group.end());
          }
          return true;
        });
    isolation.timeout_s = kTimeoutSeconds;
    verify::RunIsolated(
        alone.size(), [&](size_t i) { return CheckSome(std::span(alone).subspan(i, 1)); }, isolation,
        [&](size_t i, verify::ChildReport&& child) {
          NoteAlone(alone[i], child.Describe(isolation), child.answer);
          return true;
        });
  }

  void NoteAlone(const std::string& type, const std::string& end, const std::string& answer) {
    if (end.empty()) {
      Append(report_.findings, FindingsIn(ParseJson(answer)));
      return;
    }
    const auto found = parts_.operators.find(type);
    const bool placed = found != parts_.operators.end() && found->second.prototype;
    report_.findings.push_back({"C602", placed ? found->second.prototype->place : parts_.LibraryPlace(type),
                                fmt::format("verification or inference of {} {}", type, end), ""});
  }

  const CheckRequest& request_;
  verify::IsolationOptions isolation_;
  PackageParts parts_;
  CheckReport report_;
};

}  // namespace

CheckReport CheckPackage(const CheckRequest& request) { return PackageCheck(request).Run(); }

}  // namespace opdk::author
