// Registrations that compile and have no effect on a CPU.
#include "everything.h"
#include "pair_add.h"
#include "register/infer_data_slice_registry.h"
#include "register/op_tiling_registry.h"
#include "register/register_pass.h"

namespace ge {

IMPLEMT_INFER_DATA_SLICE(PairAdd, PairAddSlice) { return op.GetInputsSize() == 2 ? GRAPH_SUCCESS : GRAPH_NOT_CHANGED; }
INFER_DATA_SLICE_FUNC_REG(PairAdd, PairAddSlice);
IMPLEMT_COMMON_INFER_DATA_SLICE(CopySlice) { return op.GetInputsSize() == 1 ? GRAPH_SUCCESS : GRAPH_NOT_CHANGED; }
COMMON_INFER_DATA_SLICE_FUNC_REG(CopyOf, CopySlice);

static Status RemoveNothing(GraphPtr& graph) { return graph == nullptr ? FAILED : SUCCESS; }
REGISTER_CUSTOM_PASS("RemoveNothing").Priority(10).CustomPassFn(RemoveNothing);

}  // namespace ge

namespace optiling {

static bool TilePairAdd(const TeOpParas& op, const OpCompileInfo& compile_info, OpRunInfo& run_info) {
  if (op.inputs.empty() || compile_info.str.empty()) return false;
  run_info.block_dim = 1;
  run_info.workspaces.push_back(0);
  ByteBufferPut(run_info.tiling_data, static_cast<int32_t>(op.inputs[0].tensor[0].shape.size()));
  return true;
}
REGISTER_OP_TILING(PairAdd, TilePairAdd);

}  // namespace optiling
