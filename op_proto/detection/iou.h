// The overlap of boxes.
// CANN declares it in nn_detect_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// overlap [m, n] of gtboxes [m, 4] with bboxes [n, 4], boxes being [x1, y1, x2, y2]: the common area over that of both
// (mode "iou") or over that of the gtbox ("iof"). A side is eps longer than its corners are apart. aligned: [n, 1],
// each box with the gtbox of its number.
REG_OP(Iou)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(bboxes, T)
    .INPUT(gtboxes, T)
    .OUTPUT(overlap, T)
    .ATTR(mode, String, "iou")
    .ATTR(eps, Float, 1.0)
    .ATTR(aligned, Bool, false)
    .OP_END_FACTORY_REG(Iou);

}  // namespace ge
