#include <immintrin.h>

#include <cstdint>

#include "op_impl/ai_cpu/common/vector_functions.h"

// The target begins here, so that definitions in the headers above run on any processor.
#pragma GCC target("avx2,fma")

#include "op_impl/ai_cpu/common/lanes_avx2.h"
#include "op_impl/ai_cpu/common/logistic_lanes.h"
#include "op_impl/ai_cpu/common/panel_products.h"
#include "op_impl/ai_cpu/common/row_dots.h"

namespace opdk {

const VectorFunctions& Avx2VectorFunctions() {
  using Lanes = Avx2Lanes;
  using Panels = PanelProductsOf<Lanes>;
  using Logistic = LogisticOf<Lanes>;
  static constexpr VectorFunctions functions{Panels::kPanel,        Panels::Pack,          Panels::Multiply,
                                             RowDotsOf<Lanes>::Run, Logistic::LogisticRow, Logistic::TanhRow};
  return functions;
}

}  // namespace opdk
