// What an operator's outputs must be, from a source other than the kernel under test.
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

// What runs cases: the packages (made the process's current ones) and the engines, and what authors wrote in Python.
struct Bench {
  std::shared_ptr<PackageRegistry> packages;
  std::vector<std::unique_ptr<Engine>> engines;
  References references;
  std::shared_ptr<const PythonServer> python;  // nothing: each golden starts an interpreter
};

inline constexpr const char* kExpressionGolden = "expression in higher precision";

struct Golden {
  // "literal", kExpressionGolden, "engine ai_cpu", "Python ref.py:add"; "": there is none.
  std::string source;
  std::vector<CaseInstance::Expected> outputs;  // one per op.outputs
};

// An operator's AI Core expression for one case, and what its inputs hold.
struct BoundExpression {
  std::vector<tbe::Tensor> outputs;  // empty: the operator has none for these dtypes
  std::vector<tbe::HostTensor> inputs;
  std::vector<tbe::IndexRequirement> required;  // of the indices that the operator reads
};
// `instance.op` has its outputs inferred. E2010, E6002: it has an expression that fails.
Result<BoundExpression> BindExpression(const CaseInstance& instance, const Bench& bench);
// Returns E2010 where an index lies outside of what the operator requires.
Status RequireInside(const BoundExpression& bound);

// The value of an input, as inference and kernels that are built from values ask for it. `instance` must outlive it.
ConstInputFn ValuesOf(const CaseInstance& instance);

// The operator's AI Core expression, evaluated by the interpreter without rounding in between, with the bounds of
// what a kernel's roundings may make of it. `instance.op` has its outputs inferred. An empty source when the operator
// has no expression for these dtypes, or one that takes minutes to evaluate.
Result<Golden> ExpressionGolden(const CaseInstance& instance, const Bench& bench);

// What an engine computes. An empty source when it doesn't take the operator.
Result<Golden> EngineGolden(const CaseInstance& instance, std::string_view engine, const Bench& bench);
// The same of the other engine than `engine`.
Result<Golden> OtherEngineGolden(const CaseInstance& instance, std::string_view engine, const Bench& bench);

// The author's Python function for the operator. An empty source when there is none.
Result<Golden> ReferenceGolden(const OpCase& op_case, const CaseInstance& instance, const Bench& bench);

// The case's own: its `expect`, what its `golden` names (expression, other_engine, {python: …}, {msopst: …},
// {onnx: …}), or, where it says nothing, the first of expression (of complex numbers part by part), reference and other
// engine that there is.
Result<Golden> GoldenOf(const OpCase& op_case, const CaseInstance& instance, std::string_view engine,
                        const Bench& bench);

// What decides over one of the instance's outputs; where it is derived from the expression, `expected` gets its bounds.
Result<Standard> StandardFor(const OpCase& op_case, const CaseInstance& instance, size_t output, const Bench& bench,
                             const std::string& named, CaseTensor& expected);

// What the operator information says of an engine, if it has a column for the (inferred) operator.
const EngineOpInfo* ColumnsFor(const OpDesc& op, std::string_view engine, const PackageRegistry& packages);
// The provider whose kernel a model would run: the first by precedence with a column that matches. nullptr: none.
const OperatorProvider* ProviderFor(const OpDesc& op, std::string_view engine, const PackageRegistry& packages);
// Whether some engine has a column for it.
bool AnyEngineTakes(const OpDesc& op, const PackageRegistry& packages);

}  // namespace opdk::verify
