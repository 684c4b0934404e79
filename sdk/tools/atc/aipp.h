// Preprocessing of images in the model (AIPP): operators behind the inputs, as the file of --insert_op_conf describes.
//
//   an image of bytes ─▶ crop ─▶ exchange of red and blue (of YUV: of U and V) ─▶ to floats ─▶ conversion of colours
//                     ─▶ resizing ─▶ (x - mean - min) * var_reci ─▶ padding
//                     ─▶ the order of axes that the input's readers take
//
// The model's input becomes the image: uint8 [N, H, W, channels]; for YUV420SP_U8 [N, H * 3 / 2, W, 1], luminance in
// front. With dynamic AIPP (dynamic_aipp.h) each run brings the configuration, and the input becomes plain bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk::atc {

struct AippTargets {
  bool channels_last = false;  // inputs whose format and extents don't tell where the channels are
  // Shapes of all inputs, for each gear of the model. AIPP replaces them by shapes of images.
  std::vector<std::vector<std::vector<int64_t>>> gears = {};
};

// Adds AIPP of RGB888_U8, YUV400_U8 and YUV420SP_U8 to a graph whose inputs have their final shapes. E1002: the file
// can't be read; E1001, at the file: it isn't of AIPP's form, asks for other formats, or for images that don't fit an
// input or a gear.
Status InsertAipp(const std::string& path, AippTargets& targets, Graph& graph);
// Does the same with a file's text. E1001.
Status InsertAippOfText(const std::string& text, AippTargets& targets, Graph& graph);

}  // namespace opdk::atc
