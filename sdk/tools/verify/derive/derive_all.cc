#include "sdk/tools/verify/derive/derive_all.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "graph_core/base/json_reading.h"
#include "sdk/tools/verify/isolation/stack_text.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

bool Wanted(const std::string& op, const DeriveRequest& request, const std::vector<OpCase>& cases) {
  const auto& filters = request.filters;
  const bool selected = filters.empty() || std::any_of(filters.begin(), filters.end(), [&](const std::string& filter) {
                          return filter == op || filter.starts_with(op + "/") || filter.starts_with("derived");
                        });
  if (!selected) return false;
  return request.every_operator ||
         std::none_of(cases.begin(), cases.end(), [&](const OpCase& each) { return each.op == op; });
}

// Returns whether the package lies in one of the directories, or is one of the libraries.
bool UnderTest(const Package& package, const std::vector<std::string>& plugins) {
  std::error_code error;
  const fs::path library = fs::weakly_canonical(package.path, error);
  return std::any_of(plugins.begin(), plugins.end(), [&](const std::string& plugin) {
    const fs::path place = fs::weakly_canonical(plugin, error);
    return library == place ||
           std::search(library.begin(), library.end(), place.begin(), place.end()) == library.begin();
  });
}

std::vector<std::string> OperatorsOf(const DeriveRequest& request, const std::vector<OpCase>& cases,
                                     const PackageRegistry& packages) {
  std::vector<std::string> types = OperatorsUnderTest(request.plugins, packages);
  std::erase_if(types, [&](const std::string& type) { return !Wanted(type, request, cases); });
  return types;
}

std::string DeriveOne(const std::string& type, const std::vector<OpCase>& cases, const TestHarness& harness,
                      const DeriveOptions& options) {
  const auto derived = DeriveCases(type, cases, harness, options);
  json answer;
  if (derived.ok()) {
    answer = {{"yaml", derived->yaml},
              {"file", derived->file},
              {"uncovered", derived->uncovered},
              {"impossible", derived->impossible}};
  } else {
    answer = {{"note", derived.status().message()}};
  }
  return answer.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Notes the columns of the operator information for which no case was derived.
void NoteUncovered(const std::string& type, const std::vector<std::string>& columns, std::vector<std::string>& notes) {
  constexpr size_t kShown = 3;
  if (columns.empty()) return;
  const auto end = columns.begin() + static_cast<ptrdiff_t>(std::min(kShown, columns.size()));
  notes.push_back(
      fmt::format("{}: no case was derived of {} of its columns: {}{}; strings can't be drawn, of "
                  "others write one case",
                  type, columns.size(), fmt::join(columns.begin(), end, "; "), columns.size() > kShown ? "; …" : ""));
}

}  // namespace

std::vector<std::string> OperatorsUnderTest(const std::vector<std::string>& plugins, const PackageRegistry& packages) {
  std::vector<std::string> types;
  for (const std::string& type : packages.OperatorTypes()) {
    const auto& providers = packages.Providers(type);
    if (providers.empty() || providers[0].info == nullptr || !UnderTest(*providers[0].package, plugins)) continue;
    types.push_back(type);
  }
  return types;
}

Result<DerivedAll> DeriveAll(const DeriveRequest& request, const std::vector<OpCase>& cases, const TestHarness& harness,
                             const IsolationOptions& isolation) {
  const std::vector<std::string> types = OperatorsOf(request, cases, *harness.packages);
  DerivedAll all;
  std::vector<std::vector<OpCase>> by_operator(types.size());
  Status failure;
  const auto work = [&](size_t i) { return DeriveOne(types[i], cases, harness, request.options); };
  RunIsolated(types.size(), work, isolation, [&](size_t i, ChildReport&& report) {
    const std::string ended = report.Describe(isolation);
    const json answer = ParseJson(report.answer);
    if (!ended.empty() || answer.is_discarded()) {
      all.failures.push_back(
          fmt::format("{}: verification or inference {}\n{}", types[i], ended, NamedStack(report.output)));
      return true;
    }
    if (answer.contains("note")) {
      all.notes.push_back(answer.at("note"));
      return true;
    }
    auto read = ReadCases(answer.at("yaml"), answer.at("file"));
    if (!read.ok()) {
      failure = read.status();
      return false;
    }
    NoteUncovered(types[i], answer.at("uncovered").get<std::vector<std::string>>(), all.notes);
    for (const std::string& column : answer.at("impossible").get<std::vector<std::string>>()) {
      all.failures.push_back(fmt::format(
          "{}: no node can have the column {}\n  Each column of the operator information is one signature: entry k of "
          "every port's dtypes. Are they in the same order?",
          types[i], column));
    }
    ++all.operators;
    by_operator[i] = std::move(read).value();
    return true;
  });
  if (!failure.ok()) return failure;
  // In the operators' order, not in the order in which children ended.
  for (auto& of_one : by_operator) std::move(of_one.begin(), of_one.end(), std::back_inserter(all.cases));
  return all;
}

}  // namespace opdk::verify
