#include "sdk/tools/verify/cases/standard.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"

namespace opdk::verify {
namespace {

struct NamedStandard {
  const char* name;
  StandardKind kind;
};
constexpr NamedStandard kStandardNames[] = {{"binary", StandardKind::kBinary},
                                            {"allclose", StandardKind::kAllclose},
                                            {"ulp", StandardKind::kUlp},
                                            {"mixed", StandardKind::kMixed},
                                            {"mere_mare", StandardKind::kMereMare},
                                            {"double_benchmark", StandardKind::kDoubleBenchmark},
                                            {"quant", StandardKind::kQuant},
                                            {"derived", StandardKind::kDerived}};

// Limits of CANN's mixed tolerance and of MERE, and the ULPs that `ulp` allows without a number. CANN has no limits for
// double: here they are float's, 29 bits finer.
struct Limits {
  double mixed_rtol, mixed_atol, mixed_floor, mere;
  int64_t ulp;
};

Limits LimitsOf(ge::DataType dtype) {
  const auto power = [](int exponent) { return std::ldexp(1.0, exponent); };
  switch (dtype) {
    case ge::DT_FLOAT16:
      return {power(-9), power(-9), 0.1, power(-10), 1};
    case ge::DT_BF16:
      return {power(-6), power(-6), 1, power(-7), 1};
    case ge::DT_DOUBLE:
    case ge::DT_COMPLEX128:
      return {power(-39), power(-45), 1e-9, power(-42), 32};
    default:
      return {power(-10), power(-16), 0.01, power(-13), 32};
  }
}

bool HasFraction(ge::DataType dtype) { return IsFloat(PartOf(dtype)); }

Standard WithLimits(StandardKind kind, ge::DataType dtype) {
  const Limits limits = LimitsOf(dtype);
  Standard standard = DefaultStandard(dtype);
  standard.kind = kind;
  standard.by_default = false;
  if (kind == StandardKind::kMixed) {
    standard.rtol = limits.mixed_rtol;
    standard.atol = limits.mixed_atol;
    standard.floor = limits.mixed_floor;
  }
  if (kind == StandardKind::kMereMare) standard.rtol = limits.mere;
  if (kind == StandardKind::kUlp) standard.ulp = limits.ulp;
  if (kind == StandardKind::kDoubleBenchmark) standard.ratios = {10, 2, 2};
  if (kind == StandardKind::kQuant) standard.atol = 1;
  return standard;
}

Status ReadLevel(const YamlReader& reader, const YAML::Node& node, Standard& standard) {
  OPDK_TRY(const std::string level, reader.Text(node, "the level of double_benchmark"));
  if (level == "L0") {
    standard.ratios = {10, 2, 2};
  } else if (level == "L1") {
    standard.ratios = {5, 1.5, 1.5};
  } else if (level == "L2") {
    standard.ratios = {2, 1.2, 1.2};
  } else {
    return reader.Unknown(node, "level", level, {"L0", "L1", "L2"});
  }
  return Status();
}

Status ReadNumbers(const YamlReader& reader, const YAML::Node& node, const std::string& name,
                   std::vector<std::pair<std::string, double*>> settings) {
  std::vector<std::string> known;
  for (const auto& [key, value] : settings) known.push_back(key);
  OPDK_TRY(const auto entries, reader.Map(node, name, known));
  for (const auto& [key, value] : entries) {
    const auto setting = std::find_if(settings.begin(), settings.end(),
                                      [&, wanted = key.Scalar()](const auto& s) { return s.first == wanted; });
    OPDK_TRY(*setting->second, reader.Float(value, key.Scalar()));
    if (!(*setting->second >= 0)) return reader.Error(value, fmt::format("{} must not be negative", key.Scalar()));
  }
  return Status();
}

Status ReadSettings(const YamlReader& reader, const YAML::Node& node, const std::string& name, Standard& standard) {
  switch (standard.kind) {
    case StandardKind::kUlp: {
      OPDK_TRY(standard.ulp, reader.Int(node, "ulp"));
      if (standard.ulp < 0) return reader.Error(node, "ulp must not be negative");
      return Status();
    }
    case StandardKind::kDoubleBenchmark:
      return ReadLevel(reader, node, standard);
    case StandardKind::kAllclose:
      return ReadNumbers(reader, node, name, {{"rtol", &standard.rtol}, {"atol", &standard.atol}});
    case StandardKind::kMixed:
      return ReadNumbers(reader, node, name,
                         {{"rtol", &standard.rtol}, {"atol", &standard.atol}, {"floor", &standard.floor}});
    case StandardKind::kMereMare:
      return ReadNumbers(reader, node, name, {{"limit", &standard.rtol}});
    case StandardKind::kQuant:
      return ReadNumbers(reader, node, name, {{"atol", &standard.atol}});
    case StandardKind::kBinary:
    case StandardKind::kDerived:
      break;
  }
  return reader.Error(node, fmt::format("standard {} has no settings", name));
}

}  // namespace

std::string Standard::Describe() const {
  const char* name = std::find_if(std::begin(kStandardNames), std::end(kStandardNames), [&](const NamedStandard& n) {
                       return n.kind == kind;
                     })->name;
  std::string settings;
  switch (kind) {
    case StandardKind::kBinary:
      break;
    case StandardKind::kAllclose:
      settings = fmt::format("(rtol={:g}, atol={:g})", rtol, atol);
      break;
    case StandardKind::kUlp:
      settings = fmt::format("({})", ulp);
      break;
    case StandardKind::kMixed:
      settings = fmt::format("(rtol={:g}, atol={:g}, floor={:g})", rtol, atol, floor);
      break;
    case StandardKind::kMereMare:
      settings = fmt::format("(MERE<{:g}, MARE<{:g})", rtol, 10 * rtol);
      break;
    case StandardKind::kDoubleBenchmark:
      settings = fmt::format("(MARE {:g}x, MERE {:g}x, RMSE {:g}x)", ratios[0], ratios[1], ratios[2]);
      break;
    case StandardKind::kQuant:
      settings = fmt::format("(atol={:g})", atol);
      break;
    case StandardKind::kDerived:
      settings = fmt::format("({:g} x the rounding bound)", kDerivedFactor);
      break;
  }
  return fmt::format("{}{}, {}", name, settings, source);
}

std::vector<std::string> StandardNames() {
  std::vector<std::string> names;
  for (const NamedStandard& named : kStandardNames) names.emplace_back(named.name);
  return names;
}

Standard DefaultStandard(ge::DataType dtype) {
  Standard standard;
  standard.source = "default of " + DtypeName(dtype);
  standard.by_default = true;
  if (dtype == ge::DT_DOUBLE || dtype == ge::DT_COMPLEX128) {
    standard.rtol = 1e-7;
    standard.atol = 1e-9;
  } else if (dtype == ge::DT_FLOAT16) {
    standard.rtol = 2e-3;
    standard.atol = 1e-4;
  } else if (dtype == ge::DT_BF16) {
    standard.rtol = 1.6e-2;
    standard.atol = 1e-3;
  } else if (HasFraction(dtype)) {
    standard.rtol = 4e-6;
    standard.atol = 1e-7;
  } else {
    standard.kind = StandardKind::kBinary;
  }
  return standard;
}

Standard DerivedStandard() {
  Standard standard;
  standard.kind = StandardKind::kDerived;
  standard.source = "default where it is known";
  return standard;
}

Result<Standard> StandardNamed(const std::string& name, ge::DataType dtype) {
  const auto* named = std::find_if(std::begin(kStandardNames), std::end(kStandardNames),
                                   [&](const NamedStandard& n) { return n.name == name; });
  if (named == std::end(kStandardNames)) {
    const std::string near = Nearest(name, StandardNames());
    return Status(ErrorCode::kUsage,
                  fmt::format("no precision standard is named '{}'{}", name,
                              near.empty() ? fmt::format("; known: {}", fmt::join(StandardNames(), ", "))
                                           : fmt::format("; did you mean {}?", near)));
  }
  if (!HasFraction(dtype) && named->kind != StandardKind::kQuant && named->kind != StandardKind::kDerived) {
    return DefaultStandard(dtype);
  }
  Standard standard = WithLimits(named->kind, dtype);
  standard.source = "the command line";
  return standard;
}

Result<Standard> ReadStandard(const YamlReader& reader, const YAML::Node& node, ge::DataType dtype) {
  YAML::Node key = node;
  YAML::Node settings(YAML::NodeType::Undefined);
  if (node.IsMap()) {
    OPDK_TRY(const auto entries, reader.Map(node, "standard", StandardNames()));
    if (entries.size() != 1) return reader.Error(node, "standard names one standard");
    key.reset(entries[0].first);
    settings.reset(entries[0].second);
  }
  OPDK_TRY(const std::string name, reader.Text(key, "standard"));
  const auto* named = std::find_if(std::begin(kStandardNames), std::end(kStandardNames),
                                   [&](const NamedStandard& n) { return n.name == name; });
  if (named == std::end(kStandardNames)) return reader.Unknown(key, "standard", name, StandardNames());
  Standard standard = WithLimits(named->kind, dtype);
  standard.source = "the case";
  if (settings.IsDefined()) OPDK_TRY(ReadSettings(reader, settings, name, standard));
  if (!HasFraction(dtype) && standard.kind != StandardKind::kQuant && standard.kind != StandardKind::kDerived) {
    return DefaultStandard(dtype);
  }
  return standard;
}

}  // namespace opdk::verify
