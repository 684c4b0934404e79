// Inference and verification of single operators, and the ready-made inference functions of operator_reg.h.
#include <algorithm>

#include "graph/operator_reg.h"
#include "opdk/declaration.h"
#include "opdk/host.h"
#include "opdk/infer.h"
#include "opdk/log.h"
#include "sdk/api/src/graph/lookup_notes.h"
#include "sdk/api/src/graph/operator_impl.h"

namespace ge {

namespace {

opdk::ConstInputFn ConstInputsOf(const OperatorImplPtr& impl) {
  return [impl](int input, Tensor& value) { return impl->ConstInput(input, value); };
}

graphStatus Report(const opdk::Status& status) {
  if (status.ok()) return GRAPH_SUCCESS;
  opdk::Log(opdk::LogLevel::kError, "graph", "%s", status.ToString().c_str());
  return GRAPH_FAILED;
}

// Checks the rules for every operator, before its own verifier runs.
graphStatus VerifyCommon(OperatorImpl& impl) {
  const opdk::OpDesc& desc = impl.desc();
  const auto fail = [&desc](const std::string& what) {
    opdk::Log(opdk::LogLevel::kError, "graph", "%s (%s): %s", desc.name.c_str(), desc.type.c_str(), what.c_str());
    return GRAPH_FAILED;
  };
  const std::vector<OperatorImpl::Link>& links = impl.links();
  for (size_t i = 0; i < desc.inputs.size(); ++i) {
    const opdk::Port& port = desc.inputs[i];
    const bool optional =
        port.ir_index >= 0 && desc.ir_inputs[static_cast<size_t>(port.ir_index)].kind == opdk::PortKind::kOptional;
    if (links[i].source.IsEmpty() && !optional) return fail("input " + port.name + " is not linked");
    const std::vector<int64_t> dims = port.desc.GetShape().GetDims();
    if (std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim <= 0; })) {
      return fail("input " + port.name + " has a dimension that is not positive");
    }
  }
  for (const opdk::IrAttr& declared : desc.ir_attrs) {
    auto found = desc.attrs.find(declared.name);
    if (found == desc.attrs.end() || found->second.index() == 0) {
      return fail("attribute " + declared.name + " has no value");
    }
  }
  return GRAPH_SUCCESS;
}

}  // namespace

graphStatus Operator::InferShapeAndType() {
  if (IsEmpty()) return GRAPH_FAILED;
  graphStatus status = GRAPH_FAILED;
  if (operator_impl_->infer) {
    status = operator_impl_->infer(*this);
  } else {
    const std::shared_ptr<const opdk::Host> host = opdk::CurrentHost();
    if (host == nullptr) return GRAPH_FAILED;
    if (!host->HasInferShape(operator_impl_->desc().type)) return GRAPH_PARAM_INVALID;
    status = Report(host->InferShape(operator_impl_->desc(), ConstInputsOf(operator_impl_)));
  }
  if (status != GRAPH_SUCCESS) return status;
  const int outputs = static_cast<int>(operator_impl_->desc().outputs.size());
  for (int i = 0; i < outputs; ++i) operator_impl_->PushOutputDesc(i);
  return GRAPH_SUCCESS;
}

graphStatus Operator::VerifyAllAttr(bool disable_common_verifier) {
  if (IsEmpty()) return GRAPH_FAILED;
  if (!disable_common_verifier && VerifyCommon(*operator_impl_) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (operator_impl_->verify) return operator_impl_->verify(*this);
  const std::shared_ptr<const opdk::Host> host = opdk::CurrentHost();
  if (host == nullptr) return GRAPH_FAILED;
  return Report(host->Verify(operator_impl_->desc(), ConstInputsOf(operator_impl_)));
}

graphStatus Operator::VerifyAll() { return VerifyAllAttr(false); }

graphStatus BroadCastInfer(const std::function<std::vector<int64_t>()>& get_in1_shape,
                           const std::function<std::vector<int64_t>()>& get_in2_shape,
                           const std::function<void(const std::vector<int64_t>& out_shape)>& set_out_shape) {
  std::vector<int64_t> longer = get_in1_shape();
  std::vector<int64_t> shorter = get_in2_shape();
  if (longer.size() < shorter.size()) std::swap(longer, shorter);
  const size_t lead = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t& dim = longer[lead + i];
    if (dim != shorter[i] && dim != 1 && shorter[i] != 1) {
      opdk::NoteFailed("BroadCastInfer", std::to_string(dim) + " and " + std::to_string(shorter[i]),
                       "the extents differ and neither is 1", {});
      return GRAPH_FAILED;
    }
    if (dim == 1) dim = shorter[i];
  }
  set_out_shape(longer);
  return GRAPH_SUCCESS;
}

namespace {

// Returns the data type of an output whose prototype admits only one (TensorType({DT_BOOL})); DT_UNDEFINED for any
// other output.
DataType OnlyDataType(const Operator& op, const std::string& port) {
  for (const opdk::IrPort& declared : opdk::DescOf(op).ir_outputs) {
    if (declared.name != port) continue;
    const std::vector<DataType> types = opdk::AdmittedTypes(opdk::DescOf(op), declared).List();
    return types.size() == 1 ? types.front() : DT_UNDEFINED;
  }
  return DT_UNDEFINED;
}

}  // namespace

graphStatus BroadcastInferOutput(Operator& op, const char* in1_name, const char* in2_name, const char* out_name) {
  DataType dtype = op.GetOutputDescByName(out_name).GetDataType();
  if (dtype == DT_UNDEFINED) dtype = OnlyDataType(op, out_name);
  if (dtype == DT_UNDEFINED) dtype = opdk::InputType(op, in1_name);
  return opdk::InferBroadcast(op, {in1_name, in2_name}, out_name, dtype);
}

graphStatus ElementwiseInferOutput(Operator& op, const char* in_name, const char* out_name) {
  const TensorDesc from = op.GetInputDescByName(in_name);
  TensorDesc to = op.GetOutputDescByName(out_name);
  std::vector<std::pair<int64_t, int64_t>> range;
  to.SetShape(from.GetShape());
  to.SetOriginShape(from.GetOriginShape());
  if (from.GetShapeRange(range) == GRAPH_SUCCESS) (void)to.SetShapeRange(range);
  to.SetDataType(from.GetDataType());
  return op.UpdateOutputDesc(out_name, to);
}

}  // namespace ge
