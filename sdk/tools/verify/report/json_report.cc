#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "graph/utils/type_utils.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/report/writers.h"

namespace opdk::verify {
namespace {

using nlohmann::json;

// Converts a scalar: plain numbers and booleans keep their type, all else is text.
json ScalarToJson(const YAML::Node& node) {
  const std::string& text = node.Scalar();
  if (node.Tag() == "!") return text;
  if (text == "true" || text == "false") return text == "true";
  const json number = ParseJson(text);
  return number.is_number() ? number : json(text);
}

json ToJson(const YAML::Node& node) {
  if (node.IsScalar()) return ScalarToJson(node);
  if (node.IsSequence()) {
    json list = json::array();
    for (const YAML::Node& item : node) list.push_back(ToJson(item));
    return list;
  }
  if (!node.IsMap()) return nullptr;
  json map = json::object();
  for (const auto& entry : node) map[entry.first.Scalar()] = ToJson(entry.second);
  return map;
}

// Returns a description with msOpST's keys: name, type, shape, value. Other keys of the case keep their names.
json TensorDesc(const std::string& name, const WrittenTensor& tensor, const std::string& dtype) {
  json desc = {{"name", name}, {"type", tensor.dtype ? DtypeName(*tensor.dtype) : dtype}};
  if (tensor.shape) desc["shape"] = *tensor.shape;
  const auto& [format, origin_format, origin_shape] = tensor.layout;
  if (format) desc["format"] = ge::TypeUtils::FormatToSerialString(*format);
  if (origin_format) desc["ori_format"] = ge::TypeUtils::FormatToSerialString(*origin_format);
  if (origin_shape) desc["ori_shape"] = *origin_shape;
  for (const auto& [key, value] : tensor.values.Entries()) {
    desc[key == std::string("data") ? "value" : key] = ToJson(value->node());
  }
  return desc;
}

json InputDescs(const WrittenPorts& inputs, const std::string& dtype) {
  json list = json::array();
  if (inputs.by_place) return list;
  for (const WrittenPort& port : inputs.ports) {
    for (size_t i = 0; i < port.tensors.size(); ++i) {
      const std::string name = port.listed ? fmt::format("{}{}", port.name.text, i) : port.name.text;
      list.push_back(TensorDesc(name, port.tensors[i], dtype));
    }
  }
  return list;
}

json OutputDescs(const CaseReport& report) {
  json list = json::array();
  for (const OutputReport& output : report.result.outputs) {
    const size_t bracket = output.desc.find('[');
    json desc = {{"name", output.name}, {"type", output.desc.substr(0, bracket)}};
    if (bracket != std::string::npos) {
      const json shape = ParseJson(output.desc.substr(bracket));
      if (shape.is_array()) desc["shape"] = shape;
    }
    list.push_back(std::move(desc));
  }
  return list;
}

json OpParams(const CaseReport& report) {
  json params = {{"case_name", report.name}, {"op", report.op}, {"engine", report.engine}};
  if (!report.written) return params;
  params["input_desc"] = InputDescs(report.written->inputs, report.dtype);
  params["output_desc"] = OutputDescs(report);
  params["attr"] = json::array();
  for (const auto& [name, value] : report.written->attrs) {
    params["attr"].push_back({{"name", name.text}, {"value", ToJson(value.node())}});
  }
  return params;
}

json Stage(const char* name, bool good, const std::string& result) {
  return {{"stage_name", name}, {"status", good ? "success" : "failed"}, {"result", result}};
}

json Stages(const CaseReport& report) {
  json stages = json::array();
  const CaseResult& result = report.result;
  const bool ran = !result.kernel.empty() || result.outcome == Outcome::kNotVerified;
  json run = Stage("run_operator", result.ok() || ran, ran ? result.kernel : result.ok() ? "" : result.reason);
  run["cmd"] = report.reproducer;
  stages.push_back(std::move(run));
  for (const OutputReport& output : result.outputs) {
    json stage = Stage("compare_data", output.comparison.passed,
                       output.comparison.passed ? output.comparison.standard : output.comparison.reason);
    stage["output"] = output.name;
    stages.push_back(std::move(stage));
  }
  for (const Finding& finding : result.findings) {
    stages.push_back(Stage("check", false, fmt::format("{}: {}", finding.check, finding.message)));
  }
  return stages;
}

// Returns msOpST's status. An expected refusal has the status "failed", as msOpST expects.
std::string StatusOf(const CaseReport& report) {
  if (report.result.outcome == Outcome::kNotVerified) return "not verified";
  return report.result.ok() == report.expects_refusal ? "failed" : "success";
}

json Entry(const CaseReport& report) {
  return {{"case_name", report.id},
          {"status", StatusOf(report)},
          {"expect", report.expects_refusal ? "failed" : "success"},
          {"trace_detail",
           {{"st_case_info",
             {{"case_name", report.id},
              {"op_params", OpParams(report)},
              {"input_data_path", json::array()},
              {"expect_data_paths", json::array()},
              {"planned_output_data_paths", json::array()}}},
            {"stage_result", Stages(report)}}},
          {"opdk", ToJson(report)}};
}

}  // namespace

std::string JsonReport(const RunReport& run) {
  const Counts counts = run.counts();
  json entries = json::array();
  json not_run = json::array();
  for (const CaseReport& report : run.cases) {
    const Outcome outcome = report.result.outcome;
    if (outcome == Outcome::kUnsupported || outcome == Outcome::kSkipped) {
      not_run.push_back({{"case_name", report.id}, {"reason", ToString(outcome)}});
    } else {
      entries.push_back(Entry(report));
    }
  }
  json root = {{"run_cmd", run.command},
               {"summary",
                {{"test case count", counts.total() - counts.skipped},
                 {"success count", counts.passed},
                 {"failed count", counts.failed},
                 {"not verified count", counts.not_verified}}},
               {"opdk", HeadToJson(run)}};
  root["report_list"] = std::move(entries);
  root["not_run"] = std::move(not_run);
  return Dump(root, 1) + "\n";
}

}  // namespace opdk::verify
