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

}  // namespace

REGISTER_OP_COMPUTE(Misspelt, Scale);
REGISTER_OP_COMPUTE(MisspeltWithoutRule, Scale);
REGISTER_OP_COMPUTE(Turned, Turn);
REGISTER_OP_COMPUTE(SumsLast, Sum);
REGISTER_OP_COMPUTE(OtherOrder, Add);
REGISTER_OP_COMPUTE(Above, Compare);
