// Options that parsers of all frameworks take (opdk/model_parser.h), beside those of their own.
#pragma once

namespace opdk {

// "x:1,3,224,224;y:-1,8": shapes that the model is read for, -1 where an extent stays open. They take the place of
// those that the model declares before any mapping runs.
inline constexpr const char* kInputShapeOption = "input_shape";

// The attribute of a Data operator with the shape for which the model was read: mappings made constants of some of its
// known extents, so that the input can't be given others any more. Absent: none did.
inline constexpr const char* kReadForShape = "read_for_shape";

// "x;y": inputs that whoever runs the model gives. A framework whose inputs have defaults makes inputs of those that
// are named, and constants of the others.
inline constexpr const char* kGivenInputsOption = "given_inputs";

}  // namespace opdk
