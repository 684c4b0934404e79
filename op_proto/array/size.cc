#include "op_proto/array/size.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Size, SizeInfer) {
  const opdk::Dims dims = op.get_input_desc_x().GetShape().GetDims();
  int64_t count = 1;
  bool known = true;
  for (const int64_t dim : dims) known = known && dim >= 0 && !__builtin_mul_overflow(count, dim, &count);
  return opdk::SetKnownInts(op, "y", {}, known ? std::optional(std::vector<int64_t>{count}) : std::nullopt);
}
INFER_FUNC_REG(Size, SizeInfer);

}  // namespace ge
