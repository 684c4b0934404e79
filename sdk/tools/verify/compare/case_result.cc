#include "sdk/tools/verify/compare/case_result.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace opdk::verify {
namespace {

using nlohmann::json;

json Number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double ToDouble(const json& value) {
  return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

struct MetricField {
  const char* name;
  double ErrorMetrics::*number;
};
constexpr MetricField kNumbers[] = {{"max_abs", &ErrorMetrics::max_abs}, {"mean_abs", &ErrorMetrics::mean_abs},
                                    {"max_rel", &ErrorMetrics::max_rel}, {"mean_rel", &ErrorMetrics::mean_rel},
                                    {"mare", &ErrorMetrics::mare},       {"mere", &ErrorMetrics::mere},
                                    {"rmse", &ErrorMetrics::rmse},       {"sign_bias", &ErrorMetrics::sign_bias}};
struct CountField {
  const char* name;
  int64_t ErrorMetrics::*count;
};
constexpr CountField kCounts[] = {{"elements", &ErrorMetrics::elements},
                                  {"equal", &ErrorMetrics::equal},
                                  {"class_mismatches", &ErrorMetrics::class_mismatches},
                                  {"expected_nan", &ErrorMetrics::expected_nan},
                                  {"expected_inf", &ErrorMetrics::expected_inf},
                                  {"compared", &ErrorMetrics::compared},
                                  {"max_ulp", &ErrorMetrics::max_ulp}};

json ToJson(const ErrorMetrics& metrics) {
  json root;
  for (const CountField& field : kCounts) root[field.name] = metrics.*field.count;
  for (const MetricField& field : kNumbers) root[field.name] = Number(metrics.*field.number);
  root["ulp_histogram"] = metrics.ulp_histogram;
  root["share_within"] = metrics.share_within;
  return root;
}

ErrorMetrics MetricsFrom(const json& root) {
  ErrorMetrics metrics;
  for (const CountField& field : kCounts) metrics.*field.count = root.at(field.name).get<int64_t>();
  for (const MetricField& field : kNumbers) metrics.*field.number = ToDouble(root.at(field.name));
  root.at("ulp_histogram").get_to(metrics.ulp_histogram);
  root.at("share_within").get_to(metrics.share_within);
  return metrics;
}

json ToJson(const std::vector<BadElement>& elements) {
  json list = json::array();
  for (const BadElement& e : elements) {
    list.push_back({{"index", e.index},
                    {"actual", e.actual},
                    {"expected", e.expected},
                    {"abs", Number(e.abs)},
                    {"rel", Number(e.rel)},
                    {"ulp", e.ulp},
                    {"same_class", e.same_class}});
  }
  return list;
}

std::vector<BadElement> ElementsFrom(const json& list) {
  std::vector<BadElement> elements;
  for (const json& e : list) {
    elements.push_back({e.at("index"), e.at("actual"), e.at("expected"), ToDouble(e.at("abs")), ToDouble(e.at("rel")),
                        e.at("ulp"), e.at("same_class")});
  }
  return elements;
}

json ToJson(const OutputReport& output) {
  const Comparison& c = output.comparison;
  json root = {{"name", output.name},    {"desc", output.desc},          {"passed", c.passed}, {"reason", c.reason},
               {"standard", c.standard}, {"metrics", ToJson(c.metrics)}, {"bad", c.bad}};
  if (!output.msopst.empty()) root["msopst"] = output.msopst;
  if (c.bad == 0) return root;
  root["first"] = ToJson(c.first);
  root["worst"] = ToJson(c.worst);
  root["pattern"] = c.pattern;
  root["heat"] = {
      {"rows", c.heat.rows}, {"columns", c.heat.columns}, {"bad", c.heat.bad}, {"elements", c.heat.elements}};
  return root;
}

OutputReport OutputFrom(const json& root) {
  OutputReport output;
  output.name = root.at("name");
  output.desc = root.at("desc");
  Comparison& c = output.comparison;
  c.passed = root.at("passed");
  c.reason = root.at("reason");
  c.standard = root.at("standard");
  c.metrics = MetricsFrom(root.at("metrics"));
  c.bad = root.at("bad");
  output.msopst = root.value("msopst", "");
  if (c.bad == 0) return output;
  c.first = ElementsFrom(root.at("first"));
  c.worst = ElementsFrom(root.at("worst"));
  c.pattern = root.at("pattern");
  const json& heat = root.at("heat");
  c.heat = {heat.at("rows"), heat.at("columns"), heat.at("bad"), heat.at("elements")};
  return output;
}

}  // namespace

std::string_view ToString(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPassed:
      return "passed";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kNotVerified:
      return "ran, not verified";
    case Outcome::kRefused:
      return "refused as expected";
    case Outcome::kInferred:
      return "inference passed";
    case Outcome::kUnsupported:
      return "not for this engine";
    case Outcome::kSkipped:
      return "skipped";
  }
  return "unknown";
}

CaseResult Failure(std::string reason, std::string kind) {
  CaseResult result;
  result.kind = std::move(kind);
  result.reason = std::move(reason);
  return result;
}

json ToJson(const CaseResult& result) {
  json root = {{"outcome", ToString(result.outcome)},
               {"reason", result.reason},
               {"kind", result.kind},
               {"kernel", result.kernel},
               {"package", result.package},
               {"golden", result.golden},
               {"checks", result.checks},
               {"kernel_ms", result.kernel_ms},
               {"roofline_share", result.roofline_share}};
  root["outputs"] = json::array();
  for (const OutputReport& output : result.outputs) root["outputs"].push_back(ToJson(output));
  root["findings"] = json::array();
  for (const Finding& f : result.findings) {
    root["findings"].push_back({{"check", f.check}, {"message", f.message}, {"help", f.help}});
  }
  return root;
}

CaseResult CaseResultFrom(const json& root) {
  CaseResult result;
  for (int i = 0; i <= static_cast<int>(Outcome::kSkipped); ++i) {
    if (root.at("outcome") == ToString(static_cast<Outcome>(i))) result.outcome = static_cast<Outcome>(i);
  }
  result.reason = root.at("reason");
  result.kind = root.value("kind", "");
  result.kernel = root.at("kernel");
  result.package = root.at("package");
  result.golden = root.at("golden");
  root.at("checks").get_to(result.checks);
  result.kernel_ms = root.at("kernel_ms");
  result.roofline_share = root.at("roofline_share");
  for (const json& output : root.at("outputs")) result.outputs.push_back(OutputFrom(output));
  for (const json& f : root.at("findings")) result.findings.push_back({f.at("check"), f.at("message"), f.at("help")});
  return result;
}

}  // namespace opdk::verify
