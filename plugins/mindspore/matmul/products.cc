#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

Status UpgradeMatMul(UpgradeContext& context) {
  BecomeIr(context, "MatMul", {context.Input(0), TensorArgument(context, 1)},
           {{"transpose_x1", BoolOf(context, 2, "transpose_a", false)},
            {"transpose_x2", BoolOf(context, 3, "transpose_b", false)}});
  return {};
}

Status UpgradeBatchMatMul(UpgradeContext& context) {
  BecomeIr(
      context, "BatchMatMul", {context.Input(0), TensorArgument(context, 1)},
      {{"adj_x1", BoolOf(context, 2, "transpose_a", false)}, {"adj_x2", BoolOf(context, 3, "transpose_b", false)}});
  return {};
}

// Multiplies matrices, or batches of matrices that broadcast.
Status UpgradeMatMulExt(UpgradeContext& context) {
  const std::string second = TensorArgument(context, 1);
  OPDK_TRY(const int64_t first_rank, RankOf(context, context.Input(0)));
  OPDK_TRY(const int64_t second_rank, RankOf(context, second));
  if (first_rank < 2 || second_rank < 2) return context.Refuse("an operand is a vector");
  BecomeIr(context, first_rank == 2 && second_rank == 2 ? "MatMul" : "BatchMatMulV2", {context.Input(0), second});
  return {};
}

// Multiplies x by the transposed weight and adds the bias, if any.
Status UpgradeDense(UpgradeContext& context) {
  OPDK_TRY(const int64_t rank, RankOf(context, context.Input(0)));
  const std::string weight = TensorArgument(context, 1), bias = TensorArgument(context, 2);
  const std::string type = rank == 2 ? "MatMul" : "BatchMatMulV2";
  const AttrMap transposed = {{rank == 2 ? "transpose_x2" : "adj_x2", true}};
  if (bias.empty()) {
    BecomeIr(context, type, {context.Input(0), weight}, transposed);
  } else {
    BecomeIr(context, "Add", {AddIrStep(context, type, {context.Input(0), weight}, transposed), bias});
  }
  return {};
}

Status UpgradeBiasAdd(UpgradeContext& context) {
  const bool last = IntOf(context, 2, "data_format", 0) == 1 || TextOf(context, "data_format", "") == "NHWC";
  BecomeIr(context, "BiasAdd", {context.Input(0), TensorArgument(context, 1)},
           {{"data_format", std::string(last ? "NHWC" : "NCHW")}});
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(MatMul, MatMul);
OPDK_MAP_MINDSPORE_AS(BatchMatMul, BatchMatMul);
OPDK_MAP_MINDSPORE_AS(BatchMatMulV2, MatMulExt);
OPDK_MAP_MINDSPORE_AS(Add, Dense);
OPDK_MAP_MINDSPORE_AS(BiasAdd, BiasAdd);
OPDK_UPGRADE_MINDSPORE(UpgradeMatMul, "MatMul");
OPDK_UPGRADE_MINDSPORE(UpgradeBatchMatMul, "BatchMatMul");
OPDK_UPGRADE_MINDSPORE(UpgradeMatMulExt, "MatMulExt");
OPDK_UPGRADE_MINDSPORE(UpgradeDense, "Dense");
OPDK_UPGRADE_MINDSPORE(UpgradeBiasAdd, "BiasAdd");

}  // namespace opdk::mindspore_plugin
