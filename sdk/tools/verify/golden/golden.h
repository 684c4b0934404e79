// Expected outputs of an operator, from a source other than the kernel under test.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/engines/engine.h"
#include "graph_core/package/package_registry.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/golden/references.h"
#include "tbe/expr.h"
#include "tbe/index_check.h"
#include "tbe/interpreter.h"

namespace opdk::verify {

class PythonServer;

// The packages under test (made the process's current ones), and the engines and authors' Python references with which
// their cases run.
struct TestHarness {
  std::shared_ptr<PackageRegistry> packages;
  std::vector<std::unique_ptr<Engine>> engines;
  References references;
  std::shared_ptr<const PythonServer> python;  // nullptr: each golden starts an interpreter
};

inline constexpr const char* kExpressionGolden = "expression in higher precision";

struct Golden {
  // "literal", kExpressionGolden, "engine ai_cpu", "Python ref.py:add"; "": there is none.
  std::string source;
  std::vector<CaseInstance::Expected> outputs;  // one per op.outputs
  // The reason for which a Python function refuses the inputs, as the kernel then must; `source` is empty.
  std::string refusal;
};

// An operator's AI Core expression for one case, and the values of its inputs.
struct BoundExpression {
  std::vector<tbe::Tensor> outputs;  // empty: the operator has no expression for these dtypes
  std::vector<tbe::HostTensor> inputs;
  std::vector<tbe::IndexRequirement> required;  // of the indices that the operator reads
};
// Binds the expression to the case. `instance.op` has its outputs inferred. E2010, E6002: the expression fails.
Result<BoundExpression> BindExpression(const CaseInstance& instance, const TestHarness& harness);
// Checks the indices. E2010: an index lies outside of the range that the operator requires.
Status RequireInside(const BoundExpression& bound);

// Returns a function that gives the value of an input to inference and to kernels that are built from values.
// `instance` must outlive the function.
ConstInputFn ValuesOf(const CaseInstance& instance);

// Evaluates the operator's AI Core expression with the interpreter, without rounding in between. The result includes
// bounds for the roundings of a kernel. `instance.op` has its outputs inferred. An empty source: the operator has no
// expression for these dtypes, or the evaluation would take minutes.
Result<Golden> ExpressionGolden(const CaseInstance& instance, const TestHarness& harness);

// Computes the outputs on an engine. An empty source: the engine has no column for the operator.
Result<Golden> EngineGolden(const CaseInstance& instance, std::string_view engine, const TestHarness& harness);
// Computes the outputs on the other engine than `engine`.
Result<Golden> OtherEngineGolden(const CaseInstance& instance, std::string_view engine, const TestHarness& harness);

// Calls the author's Python function for the operator. An empty source: there is none.
Result<Golden> ReferenceGolden(const OpCase& op_case, const CaseInstance& instance, const TestHarness& harness);

// Returns the case's golden: its `expect`, or the source that its `golden` names (expression, other_engine, {python:
// …}, {msopst: …}, {onnx: …}). A case without both takes the first available of expression (complex numbers part by
// part), reference and other engine.
Result<Golden> GoldenOf(const OpCase& op_case, const CaseInstance& instance, std::string_view engine,
                        const TestHarness& harness);

// Returns the standard for one of the instance's outputs. If the standard is derived from the expression, `expected`
// gets its bounds.
Result<Standard> StandardFor(const OpCase& op_case, const CaseInstance& instance, size_t output,
                             const TestHarness& harness, const std::string& named, CaseTensor& expected);

// Returns an engine's operator information if it has a column for the (inferred) operator, else nullptr.
const EngineOpInfo* ColumnsFor(const OpDesc& op, std::string_view engine, const PackageRegistry& packages);
// Returns the provider whose kernel a model would run: the first by precedence with a column that matches. nullptr:
// none.
const OperatorProvider* ProviderFor(const OpDesc& op, std::string_view engine, const PackageRegistry& packages);
// Returns whether some engine has a column for the operator.
bool AnyEngineTakes(const OpDesc& op, const PackageRegistry& packages);

}  // namespace opdk::verify
