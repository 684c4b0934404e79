// Tile: x repeated along each axis.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> TileCompute(const OpParams& op) { return {tile(op.Input("x"), op.InputInts("multiples"))}; }

REGISTER_OP_COMPUTE(Tile, TileCompute);
REGISTER_OP_COMPUTE(TileD, TileCompute);

}  // namespace
}  // namespace tbe
