// Single operators that a program has loaded or compiled, by type, descriptions and attributes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "acl/acl_op.h"
#include "acl/acl_op_compiler.h"
#include "graph_core/session.h"
#include "sdk/adapters/ascendcl/objects.h"
#include "sdk/adapters/ascendcl/runtime.h"

// Attributes, and their text in an operator's key.
struct aclopAttr {
  opdk::AttrMap values;
  std::string text;
};

namespace opdk::acl {

struct ChosenKernel;

Handles<aclopAttr>& OpAttrs();

// The description of an operator in a call.
struct OpCall {
  std::string type;
  std::vector<std::shared_ptr<aclTensorDesc>> inputs, outputs;
  std::shared_ptr<aclopAttr> attrs;  // nullptr: none
};
Outcome ReadCall(const char* type, int inputs, const aclTensorDesc* const input_descs[], int outputs,
                 const aclTensorDesc* const output_descs[], const aclopAttr* attrs, OpCall& call);
// Returns whether the caller feeds the tensor: it is no constant, and not left out.
inline bool IsFed(const aclTensorDesc& desc) { return desc.type != ACL_DT_UNDEFINED && !desc.is_constant; }

struct AclOperator {
  explicit AclOperator(Executable made) : executable(std::move(made)) {}
  Executable executable;
};

// Appends the key that tells the operator from others.
void WriteKey(const OpCall& call, std::string& text);

// Compiles an operator. `engine`: the only engine to use; "": any that supports the operator.
Outcome CompileOperator(const OpCall& call, const char* engine, std::shared_ptr<AclOperator>& made);
// Compiles a graph whose inputs and outputs are the call's. The graph may have several operators.
Outcome CompileGraph(Graph graph, const char* engine, std::shared_ptr<AclOperator>& made);

// Finds an operator among those that are loaded or compiled. ACL_ERROR_OP_NOT_FOUND.
Outcome FindOperator(const OpCall& call, std::shared_ptr<AclOperator>& found);
void KeepOperator(const OpCall& call, std::shared_ptr<AclOperator> made);
// Forgets the operators, when the process ends. The next functions forget products of matrices and options of
// compilations.
void ForgetOperators();
void ForgetProducts();
void ForgetCompileOptions();
Outcome SetMostOperators(uint64_t count);

// Checks a buffer. ACL_ERROR_INVALID_PARAM: it has fewer than `bytes` bytes, or its memory doesn't exist.
Outcome CheckBuffer(const char* side, size_t index, const aclDataBuffer& buffer, size_t bytes);

// A run of an operator, which begins when its turn on the stream comes.
struct OpRun {
  std::shared_ptr<AclOperator> op;
  std::vector<std::shared_ptr<aclDataBuffer>> inputs, outputs;  // of the tensors that are fed
  std::vector<std::vector<int64_t>> dims;                       // of the inputs, where the operator doesn't know them
  std::vector<std::shared_ptr<aclTensorDesc>> told;             // take the shapes of the results; {}: nobody asks
};
Outcome Launch(OpRun run, aclrtStream stream);
// Launches the operator of a call. `tells`: the output descriptions take the shapes of the results.
Outcome LaunchCall(const OpCall& call, std::shared_ptr<AclOperator> op, const aclDataBuffer* const inputs[],
                   aclDataBuffer* const outputs[], bool tells, aclrtStream stream);

}  // namespace opdk::acl

struct aclopHandle {
  std::shared_ptr<opdk::acl::AclOperator> op;
  std::shared_ptr<const opdk::acl::ChosenKernel> kernel;  // instead: the program's own
  std::vector<bool> fed;                                  // of the inputs
  std::vector<std::vector<int64_t>> dims;
  size_t outputs = 0;
};

namespace opdk::acl {

Handles<aclopHandle>& OpHandles();
// Makes a handle for the operator that the call describes.
Outcome MakeHandle(const OpCall& call, std::shared_ptr<AclOperator> op, aclopHandle** handle);

}  // namespace opdk::acl
