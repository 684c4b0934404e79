// Shape inference of an operator, tried on small shapes with each of its own columns.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/unknown_lookups.h"
#include "opdk/lookups.h"
#include "sdk/tools/author/check/expression_checks.h"
#include "sdk/tools/author/check/kernel_texts.h"
#include "sdk/tools/author/check/operator_checks.h"
#include "sdk/tools/author/macro_scan.h"
#include "sdk/tools/author/trial_shapes.h"
#include "sdk/tools/verify/run/run_case.h"

namespace opdk::author {
namespace {

using verify::CaseInstance;

// A value that no inference returns: an output with this value was left alone.
constexpr int64_t kUntouched = -3;

constexpr size_t kMostValues = 16;  // tried of one attribute

void ResetOutputs(CaseInstance& instance) {
  for (Port& port : instance.op.outputs) {
    port.desc = ge::TensorDesc(ge::Shape({kUntouched}), ge::FORMAT_ND, ge::DT_UNDEFINED);
  }
}

bool IsConcrete(const CaseInstance& instance) {
  return std::all_of(instance.op.inputs.begin(), instance.op.inputs.end(), [](const Port& port) {
    const auto dims = port.desc.GetShape().GetDims();
    return std::all_of(dims.begin(), dims.end(), [](int64_t dim) { return dim >= 0; });
  });
}

// Returns "", or how the inference with unknown shapes contradicts this concrete result.
std::string Contradiction(const Port& general, const Port& concrete) {
  const auto a = general.desc.GetShape().GetDims();
  const auto b = concrete.desc.GetShape().GetDims();
  const auto differ = [&] { return fmt::format("{} is {}", general.name, DescText(general.desc)); };
  if (general.desc.GetDataType() != concrete.desc.GetDataType()) return differ();
  if (a == ge::UNKNOWN_RANK || b == ge::UNKNOWN_RANK) return "";
  if (a.size() != b.size()) return differ();
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] >= 0 && b[i] >= 0 && a[i] != b[i]) return differ();
    if (a[i] < ge::UNKNOWN_DIM) return differ();
  }
  return "";
}

class InferenceCheck {
 public:
  explicit InferenceCheck(const OperatorUnderCheck& op) : op_(op), expression_(op) { ReadLiterals(); }

  std::vector<CheckFinding> Run() {
    const OpInfo* info = op_.info ? &*op_.info : nullptr;
    if (info == nullptr || op_.prototype.ir_outputs.empty()) return {};
    for (const EngineOpInfo& section : info->engines) Collect(section);
    std::optional<CaseInstance> base;
    for (const auto& [inputs, outputs] : signatures_) {
      std::optional<CaseInstance> done = TrySignature(inputs);
      if (done && !base && IsConcrete(*done)) base = std::move(done);
      if (found_.contains("C602")) return std::move(findings_);
    }
    std::vector<CheckFinding> of_expression = expression_.Findings();
    // If the expression is the rule, it may accept none of the small shapes.
    if (!refused_.empty() && !expression_.IsTheRule()) Find("C601", refused_.front());
    findings_.insert(findings_.end(), of_expression.begin(), of_expression.end());
    const bool dynamic = std::any_of(info->engines.begin(), info->engines.end(),
                                     [](const EngineOpInfo& section) { return section.dynamic_shape; });
    if (base && dynamic && !expression_.IsTheRule()) {
      TryUnknown(*base, false);
      TryUnknown(*base, true);
    }
    return std::move(findings_);
  }

 private:
  // Adds a finding, only the first of each kind.
  void Find(const char* code, std::string message, std::string place = "") {
    if (place.empty()) place = op_.PrototypePlace();
    if (found_.insert(code).second) findings_.push_back({code, std::move(place), std::move(message), ""});
  }

  // Infers the trial. A rule that asks for a name that the prototype lacks is a finding: C609. Without its required
  // attributes, a rule may look for an input of the attribute's name.
  Status Infer(CaseInstance& trial) {
    ForgetFailedLookups();
    Status status = verify::VerifyAndInfer(op_.packages, trial);
    if (AsksForUnknown(status) && HasRequiredAttrs(op_, trial)) {
      Find("C609", fmt::format("with {}: {}", DescribeInputs(trial), status.message()),
           LookupPlace(op_, status.message()));
    }
    return status;
  }

  void Collect(const EngineOpInfo& section) {
    for (size_t k = 0; k < section.columns; ++k) {
      const auto inputs = ColumnDtypes(section, op_.prototype.ir_inputs, k);
      const auto outputs = ColumnDtypes(section, op_.prototype.ir_outputs, k);
      if (!inputs || !outputs) return;  // C103
      signatures_[*inputs].insert(*outputs);
    }
  }

  // Returns the outputs' dtypes of all columns that match the trial's inputs. Several columns may match if an optional
  // input is absent.
  std::set<Dtypes> OutputsOf(const CaseInstance& trial) const {
    std::set<Dtypes> allowed;
    for (const auto& signature : signatures_) {
      const bool takes = std::all_of(trial.op.inputs.begin(), trial.op.inputs.end(), [&](const Port& port) {
        return IsAbsent(port) || port.desc.GetDataType() == signature.first[static_cast<size_t>(port.ir_index)];
      });
      if (takes) allowed.insert(signature.second.begin(), signature.second.end());
    }
    return allowed;
  }

  // Returns the first trial that inference accepts, inferred. The kernel's expression is asked with each accepted
  // trial.
  std::optional<CaseInstance> TrySignature(const Dtypes& inputs) {
    Status refusal;
    std::string tried;
    std::optional<CaseInstance> first;
    for (CaseInstance& trial : TrialsOf(op_.prototype, op_.Cases(), inputs)) {
      ResetOutputs(trial);
      const std::string described = DescribeInputs(trial);
      const Status status = Infer(trial);
      if (status.code() == ErrorCode::kKernelThrew) {
        Find("C602", fmt::format("with {}: {}", described, status.message()));
        return std::nullopt;
      }
      if (found_.contains("C609")) return std::nullopt;
      if (!status.ok()) {
        expression_.Refused(trial, inputs, status);
        if (!refusal.ok()) continue;
        refusal = status;
        tried = described;
        continue;
      }
      if (!HasOutputs(trial, described)) return std::nullopt;
      if (!first) JudgeDtypes(trial, OutputsOf(trial), described);
      expression_.Ask(trial, inputs);
      AskWithOtherFlags(trial, inputs);
      AskWithOtherValues(trial, inputs);
      if (!first) first = std::move(trial);
    }
    if (!first) NoteRefusal(tried, refusal);
    return first;
  }

  // Infers with other flags, too. Shapes may depend on a flag (keep_dims) for which the cases have only one value.
  void AskWithOtherFlags(const CaseInstance& trial, const Dtypes& inputs) {
    for (const IrAttr& attr : op_.prototype.ir_attrs) {
      const auto* flag = trial.op.GetAttr<bool>(attr.name);
      const auto* by_default = std::get_if<bool>(&attr.default_value);
      if (flag == nullptr && by_default == nullptr) continue;
      CaseInstance other = trial;
      other.op.attrs[attr.name] = !(flag == nullptr ? *by_default : *flag);
      AskOther(std::move(other), inputs);
    }
  }

  // Infers with the texts and numbers of the sources: one may choose a branch that no case enters.
  void AskWithOtherValues(const CaseInstance& trial, const Dtypes& inputs) {
    const auto ask = [&](const IrAttr& attr, const auto& values) {
      for (const auto& value : values) {
        CaseInstance other = trial;
        other.op.attrs[attr.name] = value;
        AskOther(std::move(other), inputs);
      }
    };
    for (const IrAttr& attr : op_.prototype.ir_attrs) {
      if (attr.type == "String") ask(attr, texts_);
      if (attr.type == "Int") ask(attr, numbers_);
    }
  }

  // Reads the literals of the kernel's source and of the rule's.
  void ReadLiterals() {
    std::vector<SourceLiteral> literals;
    for (const std::string& file : {KernelFile(op_, op_.type, ExpressionEngine().name), RuleFile(op_)}) {
      const auto text = file.empty() ? Result<std::string>("") : ReadTextFile(op_.package.root + "/" + file);
      if (!text.ok()) continue;
      for (SourceLiteral& literal : LiteralsOf(*text)) literals.push_back(std::move(literal));
      for (const int64_t number : ComparedNumbers(CodeOf(*text))) {
        if (numbers_.size() < kMostValues) numbers_.insert(number);
      }
    }
    // A text in a table may choose a branch, too. The texts that are compared come first.
    std::stable_partition(literals.begin(), literals.end(), [](const auto& literal) { return literal.compared; });
    for (const SourceLiteral& literal : literals) {
      if (texts_.size() < kMostValues && !IsName(literal.text)) texts_.insert(literal.text);
    }
  }

  // Returns whether a text is the name of a port or an attribute, which a source has to say.
  bool IsName(const std::string& text) const {
    const auto named = [&text](const auto& declared) { return declared.name == text; };
    const OpDesc& prototype = op_.prototype;
    return std::any_of(prototype.ir_inputs.begin(), prototype.ir_inputs.end(), named) ||
           std::any_of(prototype.ir_outputs.begin(), prototype.ir_outputs.end(), named) ||
           std::any_of(prototype.ir_attrs.begin(), prototype.ir_attrs.end(), named);
  }

  void AskOther(CaseInstance other, const Dtypes& inputs) {
    ResetOutputs(other);
    const Status status = Infer(other);
    if (status.ok()) {
      expression_.Ask(other, inputs);
    } else {
      expression_.Refused(other, inputs, status);
    }
  }

  void NoteRefusal(const std::string& tried, const Status& refusal) {
    // An attribute whose values only the author knows decides; the missing case is a finding of its own.
    const bool needs_attrs = std::any_of(op_.prototype.ir_attrs.begin(), op_.prototype.ir_attrs.end(),
                                         [](const IrAttr& attr) { return attr.required; });
    if (refusal.ok() || (needs_attrs && op_.Cases().empty())) return;
    refused_.push_back(
        fmt::format("{} is refused with every small shape, with {} because: {}", op_.type, tried, refusal.message()));
  }

  bool HasOutputs(const CaseInstance& trial, const std::string& inputs) {
    for (const Port& port : trial.op.outputs) {
      const auto dims = port.desc.GetShape().GetDims();
      const bool no_dtype = port.desc.GetDataType() == ge::DT_UNDEFINED;
      const bool no_shape = dims == std::vector<int64_t>{kUntouched};
      const bool impossible = dims != ge::UNKNOWN_RANK &&
                              std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < ge::UNKNOWN_DIM; });
      if (!no_dtype && !impossible) continue;
      const char* lacks = no_dtype && no_shape ? "neither dtype nor shape"
                          : no_dtype           ? "no dtype"
                          : no_shape           ? "no shape"
                                               : "an impossible shape";
      Find("C603", fmt::format("with {} output {} has {}", inputs, port.name, lacks));
      return false;
    }
    return true;
  }

  void JudgeDtypes(const CaseInstance& trial, const std::set<Dtypes>& allowed, const std::string& inputs) {
    const bool fits = std::any_of(allowed.begin(), allowed.end(), [&trial](const Dtypes& outputs) {
      return std::all_of(trial.op.outputs.begin(), trial.op.outputs.end(), [&outputs](const Port& port) {
        return port.desc.GetDataType() == outputs[static_cast<size_t>(port.ir_index)];
      });
    });
    if (fits) return;
    std::vector<std::string> inferred;
    for (const Port& port : trial.op.outputs) {
      inferred.push_back(fmt::format("{} {}", port.name, DtypeName(port.desc.GetDataType())));
    }
    std::vector<std::string> columns;
    for (const Dtypes& outputs : allowed) {
      std::vector<std::string> names;
      for (const ge::DataType dtype : outputs) names.push_back(DtypeName(dtype));
      columns.push_back(fmt::format("{}", fmt::join(names, ", ")));
    }
    Find("C604", fmt::format("with {} inference says {}, the columns say {}", inputs, fmt::join(inferred, ", "),
                             fmt::join(columns, " or ")));
  }

  void TryUnknown(const CaseInstance& base, bool unknown_rank) {
    CaseInstance general = base;
    for (size_t i = 0; i < general.op.inputs.size(); ++i) {
      Port& port = general.op.inputs[i];
      general.inputs[i].has_data = false;
      if (IsAbsent(port)) continue;
      const size_t rank = port.desc.GetShape().GetDimNum();
      port.desc.SetShape(ge::Shape(unknown_rank ? ge::UNKNOWN_RANK : std::vector<int64_t>(rank, ge::UNKNOWN_DIM)));
    }
    ResetOutputs(general);
    const std::string inputs = DescribeInputs(general);
    const Status status = Infer(general);
    if (status.code() == ErrorCode::kKernelThrew) {
      Find("C602", fmt::format("with {}: {}", inputs, status.message()));
    } else if (found_.contains("C609")) {
      return;
    } else if (!status.ok()) {
      Find(unknown_rank ? "C606" : "C605", fmt::format("with {}: {}", inputs, status.message()));
    } else {
      for (size_t i = 0; i < general.op.outputs.size(); ++i) {
        const std::string wrong = Contradiction(general.op.outputs[i], base.op.outputs[i]);
        if (wrong.empty()) continue;
        Find("C607", fmt::format("with {} output {}, but with {} it is {}", inputs, wrong, DescribeInputs(base),
                                 DescText(base.op.outputs[i].desc)));
      }
    }
  }

  const OperatorUnderCheck& op_;
  ExpressionCheck expression_;
  std::set<std::string> texts_;       // of the sources, to try as values of String attributes
  std::set<int64_t> numbers_;         // that the sources compare with something, to try as values of Int attributes
  std::vector<std::string> refused_;  // C601
  std::map<Dtypes, std::set<Dtypes>> signatures_;
  std::set<std::string> found_;
  std::vector<CheckFinding> findings_;
};

}  // namespace

std::vector<CheckFinding> CheckInference(const OperatorUnderCheck& op) {
  std::vector<CheckFinding> findings = InferenceCheck(op).Run();
  for (CheckFinding& finding : CheckCpuKernelNames(op)) findings.push_back(std::move(finding));
  return findings;
}

}  // namespace opdk::author
