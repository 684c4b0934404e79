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
  return info.beyond.empty() && std::all_of(info.operators.begin(), info.operators.end(),
                                            [&](const std::string& type) { return required.contains(type); });
}

Result<Expectations> ReadExpectations(const std::string& gaps, const PackageRegistry& packages) {
  Expectations expectations;
  try {
    for (const auto& entry : YAML::LoadFile(gaps)) {
      expectations.gaps.push_back({entry["test"].as<std::string>(), entry["engine"].as<std::string>("all"),
                                   entry["reason"].as<std::string>(), entry["by_chance"].as<bool>(false)});
    }
  } catch (const YAML::Exception& error) {
    return Status(ErrorCode::kInputFormat, error.what()).At(gaps);
  }
  // "ai.onnx::13::Clip".
  for (const std::string& origin : packages.OriginTypes(domi::ONNX)) {
    if (origin.rfind("ai.onnx::", 0) == 0) expectations.required.insert(origin.substr(origin.rfind(':') + 1));
  }
  expectations.required.insert("Constant");
  return expectations;
}

}  // namespace opdk::conformance
