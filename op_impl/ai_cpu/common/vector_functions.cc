#include "op_impl/ai_cpu/common/vector_functions.h"

namespace opdk {

const VectorFunctions* VectorFunctionsHere() {
  static const VectorFunctions* const here = FunctionsHere(Avx2VectorFunctions, Avx512VectorFunctions);
  return here;
}

}  // namespace opdk
