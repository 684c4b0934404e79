#include "tests/conformance/expectations.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace opdk::conformance {

bool KnownGap::Covers(const std::string& test_name, const std::string& engine_name) const {
  if (engine != "all" && engine != engine_name) return false;
  if (!test.empty() && test.back() == '*') return test_name.compare(0, test.size() - 1, test, 0, test.size() - 1) == 0;
  return test == test_name;
}

const KnownGap* Expectations::FindGap(const std::string& test, const std::string& engine) const {
  auto found = std::find_if(gaps.begin(), gaps.end(), [&](const KnownGap& gap) { return gap.Covers(test, engine); });
  return found == gaps.end() ? nullptr : &*found;
}

bool Expectations::MustBeSupported(const CaseInfo& info) const {
  return info.only_tensors && std::all_of(info.operators.begin(), info.operators.end(),
                                          [&](const std::string& type) { return required.contains(type); });
}

Result<Expectations> ReadExpectations(const std::string& directory) {
  Expectations expectations;
  try {
    for (const auto& entry : YAML::LoadFile(directory + "/known_gaps.yaml")) {
      expectations.gaps.push_back(
          {entry["test"].as<std::string>(), entry["engine"].as<std::string>("all"), entry["reason"].as<std::string>()});
    }
    for (const auto& group : YAML::LoadFile(directory + "/required_operators.yaml")) {
      for (const auto& type : group.second) expectations.required.insert(type.as<std::string>());
    }
  } catch (const YAML::Exception& error) {
    return Status(ErrorCode::kInputFormat, error.what()).At(directory);
  }
  return expectations;
}

}  // namespace opdk::conformance
