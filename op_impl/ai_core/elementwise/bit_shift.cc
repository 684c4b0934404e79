// BitShift: x1 shifted by x2 bits, LEFT or RIGHT.
#include "tbe/dsl.h"

namespace tbe {
namespace {

int64_t BitsOf(ge::DataType dtype) { return 8 * static_cast<int64_t>(ge::GetSizeByDataType(dtype)); }

std::vector<Tensor> BitShiftCompute(const OpParams& op) {
  const Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  const ge::DataType dtype = x1.dtype();
  const bool left = op.String("direction") == "LEFT";
  const bool is_signed =
      dtype == ge::DT_INT8 || dtype == ge::DT_INT16 || dtype == ge::DT_INT32 || dtype == ge::DT_INT64;
  if (!is_signed) return {left ? vshl(x1, x2) : vshr(x1, x2)};
  // A negative number of bits would shift the other way.
  const Tensor last = Const(BitsOf(dtype) - 1, dtype), zero = Const(0, dtype);
  const Tensor outside = vor(x2<zero, x2> last);
  const Tensor bits = vsel(outside, last, x2);
  return {left ? vsel(outside, zero, vshl(x1, bits)) : vshr(x1, bits)};
}

REGISTER_OP_COMPUTE(BitShift, BitShiftCompute);

}  // namespace
}  // namespace tbe
