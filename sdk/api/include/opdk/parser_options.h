// Options that parsers of all frameworks take (opdk/model_parser.h), beside those of their own.
#pragma once

namespace opdk {

// "x:1,3,224,224;y:-1,8": shapes that the model is read for, -1 where an extent stays open. They take the place of those that
// the model declares before any mapping runs.
inline constexpr const char* kInputShapeOption = "input_shape";

}  // namespace opdk
