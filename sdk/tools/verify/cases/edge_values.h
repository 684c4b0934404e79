// The values at which kernels go wrong: ends of ranges, special numbers, halfway cases.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/types.h"

namespace opdk::verify {

// Returns elements of `dtype` as bytes, one after the other.
//
// Floats: both zeros, smallest and largest denormals, smallest normals, 1 and its neighbours, the largest, infinities,
// NaN of both signs, powers of two and their neighbours, integers around 2^mantissa, halves (rounding to integers),
// halfway cases of the narrower formats, ends of the integer dtypes, arguments at which exp overflows and underflows,
// multiples of pi/2. Integers: both ends and their neighbours, 0, 1, -1, 2^k and its neighbours. Bools: both. Complex
// numbers: zeros, ones, infinities and NaN in either part beside each other, and the floats' values as either part.
// Other dtypes: empty.
std::vector<uint8_t> EdgeValues(ge::DataType dtype);

// Writes the element that `name` means into `bytes`: a number, true, false, or one of ValueNames(). Either part of a
// complex number may be one of these, as in 1-2j, -0.0+infj, nan, 3j. Returns "" or the reason why it failed.
std::string NamedValue(std::string_view name, ge::DataType dtype, std::vector<uint8_t>& bytes);
// Returns the text of each part of such an element: two texts for a complex dtype, else one.
std::vector<std::string> PartTexts(std::string_view text, ge::DataType dtype);
std::vector<std::string> ValueNames();

}  // namespace opdk::verify
