// Attributes of matrix products, for passes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/matmul/batch_mat_mul.h"
#include "op_proto/matmul/mat_mul.h"

namespace opdk::graph_fusion {

inline constexpr int32_t kWeights = 1, kProductBias = 2;

inline constexpr const char* kProductAttrs[] = {"transpose_x1", "transpose_x2", "adj_x1", "adj_x2", "offset_x"};

// BatchMatMul alone has no port for a bias.
template <typename Product>
inline constexpr bool kTakesBias = !std::is_same_v<Product, ge::op::BatchMatMul>;

// Calls use(a null pointer to the operator's class) for the class of a product's type.
template <typename Use>
auto WithProductType(const std::string& type, const Use& use) {
  if (type == "MatMulV2") return use(static_cast<const ge::op::MatMulV2*>(nullptr));
  if (type == "BatchMatMul") return use(static_cast<const ge::op::BatchMatMul*>(nullptr));
  if (type == "BatchMatMulV2") return use(static_cast<const ge::op::BatchMatMulV2*>(nullptr));
  return use(static_cast<const ge::op::MatMul*>(nullptr));
}

// Returns whether x1 is [..., K, M]. TurnsWeights returns whether x2 is [..., N, K].
inline bool TurnsRows(const ge::GNode& product) {
  return AttrOf<bool>(product, "transpose_x1").value_or(false) || AttrOf<bool>(product, "adj_x1").value_or(false);
}
inline bool TurnsWeights(const ge::GNode& product) {
  return AttrOf<bool>(product, "transpose_x2").value_or(false) || AttrOf<bool>(product, "adj_x2").value_or(false);
}

}  // namespace opdk::graph_fusion
