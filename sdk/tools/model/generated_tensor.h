// Inputs that no file holds: random, constant and counted values.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk {

// How the values of an input may be written, for messages and --help.
inline constexpr const char* kTensorSources =
    "FILE (.npy or .pb), random:SHAPE, zeros:SHAPE, ones:SHAPE, arange:SHAPE, list:1,2,3 or list:1,2,3,4:SHAPE, each "
    "with "
    ":DTYPE behind it unless it is float; SHAPE is 4x1024, or nothing for a scalar; complex numbers are 1, 2j or 1-2j";

// Returns random values: floats uniform in [-1, 1), integers in [0, 10), bools; both parts of a complex number like
// floats. E2007: the tensor is too large; E1003: a dtype without random values.
Result<ge::Tensor> RandomTensor(const std::string& input, ge::DataType dtype, const std::vector<int64_t>& shape,
                                std::mt19937_64& generator);

// Makes the tensor that `source` describes in one of the forms of kTensorSources. E1001: an unknown form; E1002, E1005:
// the file can't be read.
Result<ge::Tensor> TensorFrom(const std::string& input, const std::string& source, std::mt19937_64& generator);

}  // namespace opdk
