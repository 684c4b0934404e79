// Options that the parsers of all frameworks take (opdk/model_parser.h), beside each parser's own.
#pragma once

namespace opdk {

// Shapes for which the model is read: "x:1,3,224,224;y:-1,8"; an extent of -1 stays open. They replace the shapes that
// the model declares, before any mapping runs.
inline constexpr const char* kInputShapeOption = "input_shape";

// Attribute of a Data operator: the shape for which the model was read. It is set if mappings made constants of known
// extents, because the input then can't have another shape. Absent: no mapping did.
inline constexpr const char* kReadForShape = "read_for_shape";

// Attributes of a Data operator whose input may have fewer numbers than its element type, which has 16 bits at most.
// The first is the name of the numbers' own type, "INT4". The second is a list of floats: the least and the greatest
// number, the bits of the mantissa, the least exponent, and whether there are infinities, NaN and zero. A run refuses
// others.
inline constexpr const char* kHeldType = "held_type";
inline constexpr const char* kHeldNumbers = "held_numbers";

// Inputs that the user of the model gives: "x;y". If a framework's inputs have defaults, the named inputs become inputs
// and the others constants. A name that is no input is an error.
inline constexpr const char* kGivenInputsOption = "given_inputs";

// kGivenInputsOption for a program that feeds inputs before it knows the model. A name that is no input has no effect,
// because the program finds it out when it feeds the model.
inline constexpr const char* kFedInputsOption = "fed_inputs";

}  // namespace opdk
