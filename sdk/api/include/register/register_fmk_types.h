// The frameworks whose models can be read.
#pragma once

namespace domi {

// Frameworks, with CANN's values.
enum FrameworkType {
  CAFFE = 0,
  MINDSPORE = 1,
  TENSORFLOW = 3,
  ANDROID_NN = 4,
  ONNX = 5,
  FRAMEWORK_RESERVED = 6,
};

}  // namespace domi
