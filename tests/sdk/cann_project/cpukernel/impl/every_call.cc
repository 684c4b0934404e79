// Each call of the AI CPU API once. Never run: what counts is that it compiles.
#include <string>
#include <vector>

#include "cpu_attr_value.h"
#include "cpu_context.h"
#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "cpu_nodedef_builder.h"
#include "cpu_tensor.h"
#include "cpu_tensor_shape.h"
#include "cpu_types.h"
#include "cust_cpu_utils.h"
#include "log.h"
#include "status.h"

namespace aicpu {

void EveryAttrValue(AttrValue& value, const Tensor* tensor, const TensorShape* shape) {
  value.SetString(value.GetString());
  value.SetInt(value.GetInt());
  value.SetFloat(value.GetFloat());
  value.SetBool(value.GetBool());
  value.SetDataType(value.GetDataType());
  value.SetListString(value.GetListString());
  value.SetListInt(value.GetListInt());
  value.SetListFloat(value.GetListFloat());
  value.SetListBool(value.GetListBool());
  value.SetListDataType(value.GetListDataType());
  value.SetListListInt(value.GetListListInt());
  value.AddListString("text");
  value.AddListInt(1);
  value.AddListFloat(1);
  value.AddListBool(true);
  value.AddListDataType(DT_FLOAT);
  (void)(value.ListStringSize() + value.ListIntSize() + value.ListFloatSize() + value.ListBoolSize());
  (void)(value.SetTensorShape(shape) + value.SetTensor(tensor) + value.ListDataTypeSize());
  (void)(value.GetTensorShape() == value.AddListTensorShape() || value.GetTensor() == value.AddListTensor());
  (void)(value.SetListTensorShape({}) + value.SetListTensor({}) + value.ListTensorShapeSize() + value.ListTensorSize());
  (void)(value.GetListTensorShape().size() + value.GetListTensor().size());
}

uint32_t EveryContextCall(CpuKernelContext& ctx) {
  Tensor* tensor = ctx.Input(0);
  KERNEL_CHECK_NULLPTR(tensor, KERNEL_STATUS_PARAM_INVALID, "no input of %s", ctx.GetOpType().c_str());
  KERNEL_CHECK_FALSE(ctx.GetOutputsSize() == 1, KERNEL_STATUS_PARAM_INVALID, "%u outputs", ctx.GetOutputsSize());
  KERNEL_HANDLE_ERROR(KERNEL_STATUS_OK, "never");
  KERNEL_LOG_INFO("%d", tensor->GetTensorShape()->GetDims());
  std::shared_ptr<TensorShape> shape = tensor->GetTensorShape();
  shape->SetFormat(shape->GetFormat());
  shape->SetUnknownRank(shape->GetUnknownRank());
  shape->SetDimSizes(shape->GetDimSizes());
  tensor->SetDataType(tensor->GetDataType());
  tensor->SetData(tensor->GetData());
  tensor->SetDataSize(tensor->GetDataSize());
  (void)(tensor->CalcDataSizeByShape() + tensor->NumElements() + shape->GetDimSize(0) + shape->NumElements());
  (void)(GetSizeByDataType(DT_BFLOAT16) + (tensor->SetTensorShape(shape.get()) ? 1 : 0));
  CUST_KERNEL_LOG_DEBUG(ctx, "%d", 1);
  CUST_KERNEL_LOG_INFO(ctx, "%d", 1);
  CUST_KERNEL_LOG_WARNING(ctx, "%d", 1);
  CUST_KERNEL_LOG_ERROR(ctx, "%d", 1);
  std::shared_ptr<NodeDef> node = NodeDefBuilder::CreateNodeDef();
  float data[2] = {};
  NodeDefBuilder(node.get(), "Name", "Type")
      .Input({"x", DT_FLOAT, {2}, data, FORMAT_ND})
      .Output({"y", DT_FLOAT, {2}, data})
      .Attr("a", 1)
      .Attr("b", 1.0f)
      .Attr("c", true)
      .Attr("d", "text")
      .Attr("e", std::vector<int64_t>{1})
      .Attr("f", std::vector<int64_t>{1}, "shape");
  return CpuKernelUtils::ParallelFor(ctx, 2, 1, [](int64_t, int64_t) {}) + CpuKernelUtils::GetCPUNum(ctx);
}

}  // namespace aicpu
