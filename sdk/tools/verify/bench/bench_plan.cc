#include "sdk/tools/verify/bench/bench_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "graph_core/base/json_reading.h"
#include "graph_core/base/status_json.h"
#include "graph_core/base/text.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/model/attr_text.h"
#include "sdk/tools/verify/bench/bench_uses.h"

namespace opdk::verify {
namespace {

using nlohmann::json;
using Shape = std::vector<int64_t>;

bool IsOperator(const std::string& name, const PackageRegistry& packages) { return !packages.Providers(name).empty(); }

// Parses the shapes of the inputs, "128x768,768x3072"; "scalar" has no extents.
Result<std::vector<Shape>> ParseShapes(const std::string& text) {
  std::vector<Shape> shapes;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string one = text.substr(begin, end - begin);
    shapes.emplace_back();
    for (const char* at = one.data(); one != "scalar";) {
      int64_t extent = -1;
      const char* last = one.data() + one.size();
      const auto [stop, error] = std::from_chars(at, last, extent);
      if (error != std::errc() || extent < 1 || (stop != last && *stop != 'x')) {
        return Status(ErrorCode::kUsage, fmt::format("--shape {}: '{}' is no shape", text, one))
            .Hint("extents from 1 with x between them, a comma between inputs: 64x1000, or 128x768,768x3072");
      }
      shapes.back().push_back(extent);
      if (stop == last) break;
      at = stop + 1;
    }
    begin = end + 1;
  }
  return shapes;
}

// Reads an attribute's value. Lists have no brackets on the command line: 1,2 and 1,2;3,4. E2011: a list with brackets
// that isn't YAML.
Result<Written> AttrValue(const std::string& type, const std::string& value) {
  if (!type.starts_with("List")) return Written(value);
  if (value.starts_with('[')) {
    OPDK_TRY(const YAML::Node node, YamlReader("--attr", ErrorCode::kCaseInvalid).Parse(value));
    return Written(node);
  }
  if (type != "ListListInt") return Written::List(SplitList(value, ','));
  YAML::Node lists(YAML::NodeType::Sequence);
  for (const std::string& list : SplitList(value, ';')) lists.push_back(SplitList(list, ','));
  return Written(lists);
}

Result<std::vector<ge::DataType>> ParseDtypes(const std::vector<std::string>& names) {
  std::vector<ge::DataType> dtypes;
  for (const std::string& name : names) {
    ge::DataType dtype = ge::DT_UNDEFINED;
    if (!ParseDtypeName(name, dtype)) {
      return Status(ErrorCode::kUsage, fmt::format("--dtype {}: there is no such data type", name))
          .Hint("as in operator information: float, float16, bfloat16, int8, …");
    }
    dtypes.push_back(dtype);
  }
  return dtypes;
}

Result<BenchRequest> RequestOf(const std::string& op, const BenchOptions& options, const OpDesc& prototype) {
  BenchRequest request;
  request.op = op;
  OPDK_TRY(request.dtypes, ParseDtypes(options.dtypes));
  for (const std::string& text : options.shapes) {
    OPDK_TRY(request.shapes.emplace_back(), ParseShapes(text));
  }
  // Typed by the prototype, so that errors name the attribute.
  OPDK_TRY(const AttrMap attrs, ParseAttrs(prototype, options.attrs));
  for (const std::string& text : options.attrs) {
    const size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    for (const IrAttr& attr : prototype.ir_attrs) {
      if (attr.name == name) {
        OPDK_TRY(request.attrs[name], AttrValue(attr.type, text.substr(equals + 1)));
      }
    }
  }
  return request;
}

Result<std::vector<std::string>> OperatorsOf(const BenchOptions& options, const TestTarget& target,
                                             const PackageRegistry& packages) {
  std::vector<std::string> ops = options.test.filters;
  if (ops.empty()) ops = OperatorsUnderTest(target.plugin_dirs, packages);
  if (!ops.empty()) return ops;
  return Status(ErrorCode::kNothingSelected, "the packages bring no operator with operator information");
}

std::string UsesOf(const BenchRequest& request, const std::vector<OpCase>& examples, const TestHarness& harness) {
  const auto text = BenchCases(request, examples, harness);
  if (text.ok()) return json{{"text", *text}}.dump();
  return json{{"error", ToJson(text.status())}}.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Finds the uses of each operator. If there are several operators, those without a use are noted.
Result<std::vector<OpCase>> FindUses(const std::vector<std::string>& ops, const BenchOptions& options,
                                     const std::vector<OpCase>& written, const TestHarness& harness) {
  std::vector<BenchRequest> requests;
  for (const std::string& op : ops) {
    OPDK_TRY(const OpDesc* made, harness.packages->Declared(op, "bench"));
    OPDK_TRY(requests.emplace_back(), RequestOf(op, options, *made));
  }
  std::vector<std::vector<OpCase>> found(ops.size());
  Status failure;
  const auto work = [&](size_t i) { return UsesOf(requests[i], written, harness); };
  RunIsolated(ops.size(), work, options.test.isolation, [&](size_t i, ChildReport&& report) {
    const std::string ended = report.Describe(options.test.isolation);
    const json answer = ParseJson(report.answer);
    if (!ended.empty() || answer.is_discarded()) {
      failure = Status(ErrorCode::kKernelCrashed, fmt::format("verification or inference of {} {}", ops[i], ended));
    } else if (answer.contains("error")) {
      Status error = StatusFrom(answer.at("error"));
      if (ops.size() > 1) fmt::print(stderr, "note: {} is left out: {}\n", ops[i], error.message());
      if (ops.size() == 1) failure = std::move(error).At("operator " + ops[i]);
    } else {
      auto read = ReadCases(answer.at("text"), ops[i]);
      if (read.ok()) found[i] = std::move(read).value();
      failure = read.status();
    }
    return failure.ok();
  });
  OPDK_TRY(std::move(failure));
  std::vector<OpCase> cases;
  for (auto& of_one : found) std::move(of_one.begin(), of_one.end(), std::back_inserter(cases));
  return cases;
}

Status UnknownName(const std::vector<std::string>& names, const PackageRegistry& packages) {
  const std::string near = Nearest(names[0], packages.OperatorTypes());
  return Status(ErrorCode::kNothingSelected,
                fmt::format("neither an operator nor a case is named {}{}", fmt::join(names, ", "),
                            near.empty() ? "" : fmt::format("; did you mean {}?", near)))
      .Hint("opdk list shows the operators, opdk bench --list what would be timed");
}

}  // namespace

Result<TestTarget> FindBenchTarget(const BenchOptions& options) {
  if (!options.test.plugin_dirs.empty()) return FindTarget(options.test);
  const auto root = FindAuthorsPackage(options.test.build.root);
  if (root.ok()) return FindTarget(options.test);
  const bool named =
      !options.test.filters.empty() || !options.test.case_texts.empty() || !options.test.case_paths.empty();
  if (options.test.build.root != "." || !named) {
    return root.status().Hint("name an operator (opdk bench SoftmaxV2), or --plugins DIR");
  }
  TestTarget target;
  target.case_paths = options.test.case_paths;
  return target;
}

Result<BenchPlan> PlanBench(const BenchOptions& options, const TestTarget& target, const TestHarness& harness) {
  const TestOptions& test = options.test;
  OPDK_TRY(const std::vector<ge::DataType> dtypes, ParseDtypes(options.dtypes));
  BenchPlan plan;
  OPDK_TRY(plan.cases, ReadAllCases(target, test));
  const bool shorthand = !options.shapes.empty() || !options.attrs.empty();
  if (shorthand && !(test.case_texts.empty() && test.case_paths.empty())) {
    return Status(ErrorCode::kUsage, "--shape and --attr make a case, --case and --cases give one")
        .Hint("leave one of them out");
  }
  const bool other_filter = std::any_of(test.filters.begin(), test.filters.end(), [&](const std::string& filter) {
    return !IsOperator(filter, *harness.packages);
  });
  const bool as_written = !shorthand && (!test.case_texts.empty() || !test.case_paths.empty() ||
                                         (!plan.cases.empty() && (other_filter || !test.expression.empty())));
  TestOptions selection = test;
  if (!as_written) {
    OPDK_TRY(const auto ops, OperatorsOf(options, target, *harness.packages));
    if (shorthand && ops.size() > 1) {
      return Status(ErrorCode::kUsage, "--shape and --attr belong to one operator")
          .Hint("opdk bench SoftmaxV2 --shape 64x1000 --attr axes=-1");
    }
    OPDK_TRY(plan.cases, FindUses(ops, options, plan.cases, harness));
    selection.filters.clear();
  }
  // A case that is refused or only inferred runs no kernel.
  std::erase_if(plan.cases, [](const OpCase& each) { return each.expects_refusal() || each.refused; });
  auto planned = SelectCases(plan.cases, selection);
  if (!planned.ok() && other_filter) return UnknownName(test.filters, *harness.packages);
  OPDK_TRY(plan.planned, std::move(planned));
  if (!dtypes.empty()) {
    std::erase_if(plan.planned, [&](const PlannedCase& one) {
      return std::find(dtypes.begin(), dtypes.end(), one.dtype) == dtypes.end();
    });
    if (plan.planned.empty()) {
      return Status(ErrorCode::kNothingSelected,
                    fmt::format("no selected case has the dtype {}", fmt::join(options.dtypes, " or ")));
    }
  }
  return plan;
}

}  // namespace opdk::verify
