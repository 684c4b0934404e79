#include "sdk/tools/author/check/expression_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/op_compute_call.h"
#include "opdk/lookups.h"
#include "sdk/tools/author/check/kernel_texts.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::author {

using verify::CaseInstance;

namespace {

std::string ShapesOf(const CaseInstance& trial) {
  std::string text;
  for (const Port& port : trial.op.inputs) {
    text += IsAbsent(port) ? "-;" : fmt::format("{};", fmt::join(port.desc.GetShape().GetDims(), ","));
  }
  return text;
}

bool IsKnown(const Port& port) {
  const auto dims = port.desc.GetShape().GetDims();
  return std::all_of(dims.begin(), dims.end(), [](int64_t dim) { return dim >= 0; });
}

std::string Described(const CaseInstance& trial, const Status& why) {
  return fmt::format("with {}: {}", DescribeInputs(trial), why.message());
}

}  // namespace

bool HasRequiredAttrs(const OperatorUnderCheck& op, const CaseInstance& trial) {
  return std::all_of(op.prototype.ir_attrs.begin(), op.prototype.ir_attrs.end(), [&trial](const IrAttr& attr) {
    const auto set = trial.op.attrs.find(attr.name);
    return !attr.required || (set != trial.op.attrs.end() && !std::holds_alternative<std::monostate>(set->second));
  });
}

std::string LookupPlace(const OperatorUnderCheck& op, const std::string& message) {
  namespace fs = std::filesystem;
  constexpr std::string_view kBefore = "\") at ";
  const size_t found = message.find(kBefore);
  const size_t end = found == std::string::npos ? found : message.find(": ", found);
  if (end == std::string::npos || op.package.root.empty()) return op.PrototypePlace();
  const std::string place = message.substr(found + kBefore.size(), end - found - kBefore.size());
  const fs::path file = place.substr(0, place.rfind(':'));
  // The library may have been built in another directory than the sources that are checked.
  fs::path rest;
  for (auto part = file.begin(); part != file.end(); ++part) {
    rest.clear();
    for (auto each = part; each != file.end(); ++each) rest /= *each;
    std::error_code error;
    if (rest.is_relative() && fs::is_regular_file(fs::path(op.package.root) / rest, error)) {
      return rest.string() + place.substr(place.rfind(':'));
    }
  }
  return op.PrototypePlace();
}

std::string KernelFile(const OperatorUnderCheck& op, const std::string& type, std::string_view engine) {
  const auto parts = op.package.operators.find(type);
  if (op.package.root.empty() || parts == op.package.operators.end()) return "";
  const auto kernel = parts->second.kernels.find(engine);
  return kernel == parts->second.kernels.end() ? "" : kernel->second.place.substr(0, kernel->second.place.find(':'));
}

std::string RuleFile(const OperatorUnderCheck& op) {
  const auto parts = op.package.operators.find(op.type);
  if (op.package.root.empty() || parts == op.package.operators.end() || !parts->second.inference) return "";
  return parts->second.inference->place.substr(0, parts->second.inference->place.find(':'));
}

std::vector<CheckFinding> CheckCpuKernelNames(const OperatorUnderCheck& op) {
  const std::string file = KernelFile(op, op.type, ReferenceEngine().name);
  if (file.empty()) return {};
  std::vector<std::string> known;
  const auto add = [&known](const OpDesc& prototype) {
    for (const IrAttr& attr : prototype.ir_attrs) known.push_back(attr.name);
  };
  add(op.prototype);
  // A file may have kernels of several operators.
  for (const auto& [type, parts] : op.package.operators) {
    if (type == op.type || KernelFile(op, type, ReferenceEngine().name) != file) continue;
    const auto other = op.packages.Declared(type, file);
    if (!other.ok()) return {};
    add(**other);
  }
  std::vector<CheckFinding> findings;
  for (const SourceLiteral& literal : LiteralsOfFile(op.package.root + "/" + file)) {
    const bool declared = std::find(known.begin(), known.end(), literal.text) != known.end();
    // CANN's own attributes begin so.
    if (!literal.of_get_attr || declared || literal.text.starts_with('_')) continue;
    const std::string near = Nearest(literal.text, known);
    findings.push_back({"C609", fmt::format("{}:{}", file, literal.line),
                        fmt::format("the kernel asks for what isn't there: {} has no attribute \"{}\"{}", op.type,
                                    literal.text, near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)),
                        ""});
  }
  return findings;
}

ExpressionCheck::ExpressionCheck(const OperatorUnderCheck& op) : op_(op), kernel_(op.packages.Expression(op.type)) {
  const OperatorProvider* own = op.packages.Prototype(op.type);
  has_rule_ = own != nullptr && own->infer_shape != nullptr;
  if (kernel_ == nullptr || kernel_->info == nullptr) return;
  section_ = kernel_->info->Find(ExpressionEngine().name);
}

void ExpressionCheck::Find(const char* code, std::string message, std::string place) {
  if (place.empty()) place = op_.PrototypePlace();
  if (found_.insert(code).second) findings_.push_back({code, std::move(place), std::move(message), ""});
}

Result<std::vector<ge::TensorDesc>> ExpressionCheck::OutputsOf(const CaseInstance& trial) const {
  std::vector<tbe::Tensor> inputs(trial.op.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Port& port = trial.op.inputs[i];
    if (IsAbsent(port)) continue;
    OPDK_TRY(inputs[i], MakePlaceholder(static_cast<int>(i), port.desc.GetShape().GetDims(), port.desc.GetDataType()));
  }
  OPDK_TRY(const auto outputs, CallOpCompute(trial.op, *kernel_, inputs, verify::ValuesOf(trial)));
  std::vector<ge::TensorDesc> descs;
  descs.reserve(outputs.size());
  for (const tbe::Tensor& output : outputs) {
    descs.emplace_back(ge::Shape(output.shape()), ge::FORMAT_ND, output.dtype());
  }
  return descs;
}

bool ExpressionCheck::AskedForWhatIsNotThere(const CaseInstance& trial) {
  const FailedLookups failed = TakeFailedLookups();
  if (failed.unknown.empty()) return false;
  Find("C609", fmt::format("with {} the kernel asks for what isn't there: {}", DescribeInputs(trial), failed.unknown),
       LookupPlace(op_, failed.unknown));
  return true;
}

bool ExpressionCheck::IsComplete(const CaseInstance& trial) const {
  if (!HasRequiredAttrs(op_, trial)) return false;
  for (size_t i = 0; i < trial.op.inputs.size(); ++i) {
    const Port& port = trial.op.inputs[i];
    if (IsAbsent(port)) continue;
    const std::string& declared = op_.prototype.ir_inputs[static_cast<size_t>(port.ir_index)].name;
    const bool decides = section_ != nullptr && std::find(section_->value_depend.begin(), section_->value_depend.end(),
                                                          declared) != section_->value_depend.end();
    if (!IsKnown(port) || (decides && !trial.inputs[i].has_data)) return false;
  }
  return true;
}

void ExpressionCheck::Ask(const CaseInstance& trial, const Dtypes& inputs) {
  if (section_ == nullptr || !section_->MatchColumn(trial.op).ok() || !IsComplete(trial)) return;
  if (!std::all_of(trial.op.outputs.begin(), trial.op.outputs.end(), IsKnown)) return;
  Column& column = columns_[inputs];
  ForgetFailedLookups();
  const auto outputs = OutputsOf(trial);
  if (AskedForWhatIsNotThere(trial)) return;
  if (outputs.ok()) {
    column.taken.insert(ShapesOf(trial));
    Compare(trial, *outputs);
  } else {
    column.refused.try_emplace(ShapesOf(trial), Described(trial, outputs.status()));
  }
}

void ExpressionCheck::Refused(const CaseInstance& trial, const Dtypes& inputs, const Status& why) {
  if (!IsTheRule() || !IsComplete(trial) || AskedForWhatIsNotThere(trial)) return;
  columns_[inputs].refused.try_emplace(ShapesOf(trial), Described(trial, why));
}

void ExpressionCheck::Compare(const CaseInstance& trial, const std::vector<ge::TensorDesc>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const ge::TensorDesc& rule = trial.op.outputs[i].desc;
    const ge::TensorDesc& expression = outputs[i];
    if (rule.GetDataType() == expression.GetDataType() &&
        rule.GetShape().GetDims() == expression.GetShape().GetDims()) {
      continue;
    }
    Find("C608", fmt::format("with {} the rule says {} {}, the kernel's expression {}", DescribeInputs(trial),
                             trial.op.outputs[i].name, DescText(rule), DescText(expression)));
  }
}

bool ExpressionCheck::IsTakenSomewhere(const std::string& shapes) const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [&shapes](const auto& column) { return column.second.taken.contains(shapes); });
}

std::vector<CheckFinding> ExpressionCheck::Findings() {
  for (const auto& [inputs, column] : columns_) {
    if (!column.taken.empty()) continue;
    for (const auto& [shapes, why] : column.refused) {
      if (IsTakenSomewhere(shapes)) Find("C610", why);
    }
  }
  return std::move(findings_);
}

}  // namespace opdk::author
