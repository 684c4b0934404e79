// Checks an AI Core kernel's expression against its prototype's shape rule and its columns. It is called with inferred
// trials, in a process of its own.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sdk/tools/author/check/operator_checks.h"
#include "sdk/tools/author/trial_shapes.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::author {

// Returns whether the trial gives each required attribute.
bool HasRequiredAttrs(const OperatorUnderCheck& op, const verify::CaseInstance& trial);

// Returns the author's line that a message about a failed look-up names, relative to the package's root:
// "op_impl/ai_core/math/mish.cc:12". Falls back to the prototype's place.
std::string LookupPlace(const OperatorUnderCheck& op, const std::string& message);

// Returns the file of the operator's kernel for an engine, relative to the package's root; "": none.
std::string KernelFile(const OperatorUnderCheck& op, const std::string& type, std::string_view engine);
// Returns the file that registers the operator's shape rule, likewise.
std::string RuleFile(const OperatorUnderCheck& op);

// Checks the names of attributes in the source of an AI CPU kernel, which no trial runs: C609.
std::vector<CheckFinding> CheckCpuKernelNames(const OperatorUnderCheck& op);

class ExpressionCheck {
 public:
  explicit ExpressionCheck(const OperatorUnderCheck& op);

  // Returns whether the expression infers the shapes, since the prototype has no rule.
  bool IsTheRule() const { return kernel_ != nullptr && !has_rule_; }
  // Builds the expression for a trial whose shapes the prototype's rule has inferred; `inputs`: its column.
  void Ask(const verify::CaseInstance& trial, const Dtypes& inputs);
  // Notes that the shapes of a column's trial couldn't be inferred. If the expression is the rule, the expression is
  // the reason.
  void Refused(const verify::CaseInstance& trial, const Dtypes& inputs, const Status& why);

  // Returns the findings. C608: rule and expression disagree. C609: the kernel asks for a name that the prototype
  // lacks. C610: the expression refuses each trial of one column, with shapes that it accepts for another.
  std::vector<CheckFinding> Findings();

 private:
  // Shapes of trials that the expression accepts, and the reasons why it refuses others.
  struct Column {
    std::set<std::string> taken;
    std::map<std::string, std::string> refused;
  };
  // Adds a finding, only the first of each kind.
  void Find(const char* code, std::string message, std::string place = "");
  Result<std::vector<ge::TensorDesc>> OutputsOf(const verify::CaseInstance& trial) const;
  void Compare(const verify::CaseInstance& trial, const std::vector<ge::TensorDesc>& outputs);
  // Returns whether a trial is enough to build a kernel: it has the required attributes, extents and decisive values.
  bool IsComplete(const verify::CaseInstance& trial) const;
  // Returns whether the kernel that just ran asked for a name that the prototype lacks, and notes the name.
  bool AskedForWhatIsNotThere(const verify::CaseInstance& trial);
  bool IsTakenSomewhere(const std::string& shapes) const;

  const OperatorUnderCheck& op_;
  const OperatorProvider* kernel_ = nullptr;
  const EngineOpInfo* section_ = nullptr;
  bool has_rule_ = false;
  std::map<Dtypes, Column> columns_;
  std::set<std::string> found_;
  std::vector<CheckFinding> findings_;
};

}  // namespace opdk::author
