// Conversion between data types, as an operator of its own.
#include "graph_core/host/operator_graph.h"
#include "sdk/adapters/ascendcl/ops.h"
#include "sdk/adapters/ascendcl/process.h"

namespace opdk::acl {
namespace {

Outcome FindCast(const aclTensorDesc* from, const aclTensorDesc* to, uint8_t truncate, OpCall& call,
                 std::shared_ptr<AclOperator>& op) {
  if (truncate > 1) return Fail(ACL_ERROR_INVALID_PARAM, "fractions are cut off (1) or that isn't asked for (0)");
  OPDK_ACL_TRY(ReadCall("Cast", 1, &from, 1, &to, nullptr, call));
  call.attrs = std::make_shared<aclopAttr>();
  call.attrs->values = {{"dst_type", int64_t{call.outputs[0]->type}}};
  call.attrs->text = OperatorKey::AttrText(call.attrs->values);
  const Outcome found = FindOperator(call, op);
  if (found.code != ACL_ERROR_OP_NOT_FOUND) return found;
  OPDK_ACL_TRY(CompileOperator(call, "", op));
  KeepOperator(call, op);
  return {};
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclopCast(const aclTensorDesc* srcDesc, const aclDataBuffer* srcBuffer, const aclTensorDesc* dstDesc,
                   aclDataBuffer* dstBuffer, uint8_t truncate, aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    OpCall call;
    std::shared_ptr<AclOperator> op;
    OPDK_ACL_TRY(FindCast(srcDesc, dstDesc, truncate, call, op));
    return LaunchCall(call, std::move(op), &srcBuffer, &dstBuffer, false, stream);
  });
}
aclError aclopCreateHandleForCast(aclTensorDesc* srcDesc, aclTensorDesc* dstDesc, uint8_t truncate,
                                  aclopHandle** handle) {
  return Call(__func__, [&]() -> Outcome {
    if (handle == nullptr) return IsNull("place for the handle");
    OpCall call;
    std::shared_ptr<AclOperator> op;
    OPDK_ACL_TRY(FindCast(srcDesc, dstDesc, truncate, call, op));
    return MakeHandle(call, std::move(op), handle);
  });
}
