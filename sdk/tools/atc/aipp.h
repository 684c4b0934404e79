// Preprocessing of images in the model (AIPP): what a file for --insert_op_conf says becomes operators behind the inputs.
//
//   an image of bytes ─▶ crop ─▶ to floats ─▶ conversion of colours ─▶ swap of the first and third channel
//                     ─▶ resizing ─▶ (x - mean - min) * var_reci ─▶ padding ─▶ channels in front ─▶ what the input's readers get
//
// The model's input becomes the image: uint8 [N, H, W, channels], of YUV420SP_U8 [N, H * 3 / 2, W, 1], luminance in front. Where a
// run says all that (dynamic AIPP, dynamic_aipp.h), it becomes bytes.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk::atc {

// AIPP of RGB888_U8, YUV400_U8 and YUV420SP_U8. E1002: the file can't be read; E1001, at the file: it isn't of that form, asks
// for what isn't there (other formats), or for images that the input's shape isn't of.
Status InsertAipp(const std::string& path, Graph& graph);
// The same of a file's text. E1001.
Status InsertAippOfText(const std::string& text, Graph& graph);

}  // namespace opdk::atc
