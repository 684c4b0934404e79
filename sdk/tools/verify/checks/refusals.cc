// Checks that impossible uses of an operator are refused, or computed, but never crash: wrong ranks, dtypes, missing
// inputs, absurd attributes. Each use is announced (SetActivity), so that a crash or a hang names it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/engine_info.h"
#include "sdk/tools/verify/checks/check.h"
#include "sdk/tools/verify/checks/derived.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::verify {
namespace {

constexpr size_t kMostOutputBytes = 4 << 20;
struct Trial {
  std::string what;
  OpDesc op;
  std::vector<ge::Tensor> inputs;
};

std::string AttrText(const Attr& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return fmt::format("{}", *number);
  if (const auto* number = std::get_if<float>(&value)) return fmt::format("{}", *number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return fmt::format("'{}'", *text);
  if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) return fmt::format("[{}]", fmt::join(*list, ", "));
  if (const auto* list = std::get_if<std::vector<float>>(&value)) return fmt::format("[{}]", fmt::join(*list, ", "));
  if (const auto* type = std::get_if<ge::DataType>(&value)) return DtypeName(*type);
  return "?";
}

std::vector<Attr> AbsurdInts() {
  std::vector<Attr> values;
  for (const int64_t value : {int64_t{0}, int64_t{-1}, int64_t{1000}, std::numeric_limits<int64_t>::max(),
                              std::numeric_limits<int64_t>::min()}) {
    values.emplace_back(value);
  }
  return values;
}

// Returns lists of equal length filled with one value, an empty list, and a list that is too long.
template <typename T>
std::vector<Attr> AbsurdLists(std::vector<T> list, std::initializer_list<T> values) {
  std::vector<Attr> lists = {Attr(std::vector<T>())};
  std::vector<T> longer = list;
  longer.resize(list.size() + 5, list.empty() ? T{1} : list.back());
  lists.emplace_back(std::move(longer));
  if (list.empty()) list.resize(1);
  for (const T value : values) {
    std::fill(list.begin(), list.end(), value);
    lists.emplace_back(list);
  }
  return lists;
}

// Returns absurd values of the type that the prototype declares.
std::vector<Attr> AbsurdValues(const IrAttr& declared, const AttrMap& attrs) {
  const auto given = attrs.find(declared.name);
  const Attr current = given == attrs.end() ? declared.default_value : given->second;
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  if (declared.type == "Int") return AbsurdInts();
  if (declared.type == "Float") return {Attr(kNan), Attr(kInf), Attr(-kInf), Attr(0.0F)};
  if (declared.type == "Bool") {
    const bool* flag = std::get_if<bool>(&current);
    return {Attr(flag == nullptr || !*flag)};
  }
  if (declared.type == "String") return {Attr(std::string()), Attr(std::string("no_such_value"))};
  if (declared.type == "Type") return {Attr(ge::DT_STRING), Attr(ge::DT_UNDEFINED)};
  if (declared.type == "ListInt") {
    const auto* list = std::get_if<std::vector<int64_t>>(&current);
    return AbsurdLists<int64_t>(list == nullptr ? std::vector<int64_t>() : *list, {0, -1, 1000, kHuge});
  }
  if (declared.type == "ListFloat") {
    const auto* list = std::get_if<std::vector<float>>(&current);
    return AbsurdLists<float>(list == nullptr ? std::vector<float>() : *list, {0, kNan, kInf});
  }
  return {};
}

std::vector<Trial> AttrTrials(const CheckContext& context) {
  std::vector<Trial> trials;
  for (const IrAttr& declared : context.instance.op.ir_attrs) {
    for (const Attr& value : AbsurdValues(declared, context.instance.op.attrs)) {
      Trial trial{fmt::format("attribute {} = {}", declared.name, AttrText(value)), context.instance.op,
                  context.inputs};
      trial.op.attrs[declared.name] = value;
      trials.push_back(std::move(trial));
    }
  }
  return trials;
}

std::vector<Trial> InputTrials(const CheckContext& context) {
  std::vector<Trial> trials;
  const OpDesc& op = context.instance.op;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    if (IsAbsent(op.inputs[i])) continue;
    const std::vector<int64_t> dims = op.inputs[i].desc.GetShape().GetDims();
    const auto add_shape = [&](const std::vector<int64_t>& shape) {
      if (ElementCount(shape) > std::max<int64_t>(1, CountOf(context.inputs[i]))) return;
      Trial trial{fmt::format("input {} of shape [{}]", op.inputs[i].name, DimsText(shape)), op, context.inputs};
      if (CountOf(context.inputs[i]) == 0) return;
      trial.inputs[i] = Rearranged(context.inputs[i], shape, [](size_t e) { return e; });
      trials.push_back(std::move(trial));
    };
    std::vector<int64_t> longer = dims;
    longer.insert(longer.begin(), 1);
    add_shape(longer);
    if (!dims.empty()) {
      add_shape(std::vector<int64_t>(dims.begin(), dims.end() - 1));
      add_shape({});
      std::vector<int64_t> empty = dims;
      empty.back() = 0;
      add_shape(empty);
      std::vector<int64_t> smaller = dims;
      if (smaller.back() > 1) {
        --smaller.back();
        add_shape(smaller);
      }
    }
  }
  return trials;
}

// Returns trials of inference alone: the core refuses such nodes before a kernel sees them.
std::vector<Trial> DescTrials(const CheckContext& context) {
  std::vector<Trial> trials;
  const OpDesc& op = context.instance.op;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    if (IsAbsent(op.inputs[i])) continue;
    for (const ge::DataType dtype : {ge::DT_STRING, ge::DT_COMPLEX64, ge::DT_BOOL, ge::DT_DOUBLE, ge::DT_UNDEFINED}) {
      if (dtype == op.inputs[i].desc.GetDataType()) continue;
      Trial trial{dtype == ge::DT_UNDEFINED ? fmt::format("no input {}", op.inputs[i].name)
                                            : fmt::format("input {} of {}", op.inputs[i].name, DtypeName(dtype)),
                  op, context.inputs};
      trial.op.inputs[i].desc.SetDataType(dtype);
      trials.push_back(std::move(trial));
    }
  }
  return trials;
}

std::string BadShape(const OpDesc& op) {
  for (const Port& output : op.outputs) {
    const std::vector<int64_t> dims = output.desc.GetShape().GetDims();
    if (dims == std::vector<int64_t>{-2}) continue;
    if (std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < -1; })) {
      return fmt::format("inference accepts it and gives output {} the shape [{}]", output.name, DimsText(dims));
    }
  }
  return "";
}

bool IsSmall(const OpDesc& op) {
  size_t total = 0;
  for (const Port& output : op.outputs) {
    const auto bytes = TensorBytes(output.desc.GetDataType(), output.desc.GetShape().GetDims());
    if (!bytes.ok() || *bytes > kMostOutputBytes) return false;
    total += *bytes;
  }
  return total <= kMostOutputBytes;
}

// Runs a trial. AI Core kernels would have to be compiled for other shapes. Their loops come from the checked
// expression, so only making the expression is tried.
std::vector<Finding> RunTrial(const CheckContext& context, Trial& trial) {
  for (size_t i = 0; i < trial.inputs.size(); ++i) {
    if (!IsAbsent(trial.op.inputs[i])) trial.op.inputs[i].desc = trial.inputs[i].GetTensorDesc();
  }
  const auto all_known = [](size_t) { return true; };
  if (!InferAnew(trial.op, trial.inputs, all_known, *context.harness.packages).ok()) return {};
  if (const std::string bad = BadShape(trial.op); !bad.empty()) {
    return {{"", fmt::format("{}: {}", trial.what, bad),
             "Check the attribute against the rank and the extents in the verifier, and refuse what can't be."}};
  }
  if (!context.kernel.has_kernel() || context.engine == ExpressionEngine().name || !IsSmall(trial.op)) return {};
  auto runner = MakeDerived(trial.op, trial.inputs, context.engine, context.harness);
  if (!runner.ok()) return {};
  const KernelRun run = (*runner)->Run({.press = Press::kEnd});
  std::vector<Finding> findings = DescribeBreaches(run.breaches, trial.op);
  for (Finding& finding : findings) {
    finding.message = fmt::format("{} is accepted, and {}", trial.what, finding.message);
    finding.help =
        "Verification is what keeps a kernel from such input: refuse it in the verifier, or handle it. " + finding.help;
  }
  return findings;
}

}  // namespace

Findings CheckRefusals(const CheckContext& context) {
  if (context.call_ms > kSlowCallMs) return std::nullopt;
  const auto announce = [](const Trial& trial) { SetActivity(fmt::format("check refusals, with {}", trial.what)); };
  for (Trial& trial : DescTrials(context)) {
    announce(trial);
    static_cast<void>(InferAnew(
        trial.op, trial.inputs, [](size_t) { return true; }, *context.harness.packages));
  }
  std::vector<Trial> trials = AttrTrials(context);
  std::vector<Trial> shapes = InputTrials(context);
  std::move(shapes.begin(), shapes.end(), std::back_inserter(trials));
  for (Trial& trial : trials) {
    announce(trial);
    std::vector<Finding> findings = RunTrial(context, trial);
    if (!findings.empty()) return findings;
  }
  return std::vector<Finding>();
}

}  // namespace opdk::verify
