#include <vector>

#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> Scale(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  tbe::Tensor scaled = tbe::cast_to(x, ge::DT_FLOAT) * tbe::Param(op.Float("facotr"), ge::DT_FLOAT);
  return {tbe::cast_to(scaled, x.dtype())};
}

std::vector<tbe::Tensor> Turn(const tbe::OpParams& op) { return {tbe::transpose(op.Input("x"), {1, 0})}; }

std::vector<tbe::Tensor> Sum(const tbe::OpParams& op) {
  return {tbe::reduce_sum(op.Input("x"), {-1}, op.Bool("keep_dims"))};
}

std::vector<tbe::Tensor> Add(const tbe::OpParams& op) { return {op.Input("x1") + op.Input("x2")}; }

std::vector<tbe::Tensor> Compare(const tbe::OpParams& op) { return {tbe::vcmp(op.Input("x1"), op.Input("x2"), "gt")}; }

std::vector<tbe::Tensor> Double(const tbe::OpParams& op) { return {op.Input("x") * 2.0f}; }

std::vector<tbe::Tensor> ScaleFast(const tbe::OpParams& op) {
  return {op.Input("x") * (op.Bool("fast") ? op.Float("fcator") : op.Float("factor"))};
}

std::vector<tbe::Tensor> ScaleByInt(const tbe::OpParams& op) {
  return {op.Input("x") * static_cast<float>(op.Int("factor"))};
}

std::vector<tbe::Tensor> ScaleByText(const tbe::OpParams& op) {
  if (op.String("mode") == "other") return {op.Input("z")};
  return {op.Input("x")};
}

std::vector<tbe::Tensor> AddBias(const tbe::OpParams& op) { return {op.Input("x") + op.Input("bias")}; }

std::vector<tbe::Tensor> ScaleByNumber(const tbe::OpParams& op) {
  return {op.Int("mode") == 3 ? op.Input("w") : op.Input("x")};
}

std::vector<tbe::Tensor> ScaleByTable(const tbe::OpParams& op) {
  for (const char* odd : {"strange", "odd"}) {
    if (op.String("mode") == odd) return {op.Input("v")};
  }
  return {op.Input("x")};
}

}  // namespace

REGISTER_OP_COMPUTE(RuleAttr, Double);
REGISTER_OP_COMPUTE(RuleInput, Double);
REGISTER_OP_COMPUTE(RuleOutput, Double);
REGISTER_OP_COMPUTE(MisspeltInFlag, ScaleFast);
REGISTER_OP_COMPUTE(MisspeltType, ScaleByInt);
REGISTER_OP_COMPUTE(MisspeltInText, ScaleByText);
REGISTER_OP_COMPUTE(MisspeltInNumber, ScaleByNumber);
REGISTER_OP_COMPUTE(MisspeltInTable, ScaleByTable);
REGISTER_OP_COMPUTE(Unasked, AddBias);
REGISTER_OP_COMPUTE(Misspelt, Scale);
REGISTER_OP_COMPUTE(MisspeltWithoutRule, Scale);
REGISTER_OP_COMPUTE(Turned, Turn);
REGISTER_OP_COMPUTE(SumsLast, Sum);
REGISTER_OP_COMPUTE(OtherOrder, Add);
REGISTER_OP_COMPUTE(Above, Compare);
