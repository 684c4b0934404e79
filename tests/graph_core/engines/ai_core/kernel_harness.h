// Runs an expression through the engine's own path (plan, canonical kernels, compiler, steps) and through the
// interpreter.
#pragma once

#include <string>
#include <vector>

#include "graph_core/engines/ai_core/make_step.h"
#include "tbe/interpreter.h"

namespace opdk::tests {

// Returns stores with a cache that all tests of a run share, so that each kernel is compiled once.
AiCoreStores& TestStores();

// Returns uniform numbers in [low, high), whole ones for integer dtypes. Equal seeds give equal numbers.
tbe::HostTensor Random(ge::DataType dtype, const tbe::Dims& shape, double low = -2, double high = 2, unsigned seed = 1);

// Compiles and runs the outputs. Inputs and outputs end at a page that can't be touched, so that a read or write past
// the end kills the test. Bytes before an output are checked.
Result<std::vector<tbe::HostTensor>> RunCompiled(const std::vector<tbe::Tensor>& outputs,
                                                 const std::vector<tbe::HostTensor>& inputs,
                                                 std::string* description = nullptr);

// Adds a failure for each output that differs by more than `tolerance` * (|expected| + `scale`); NaN equals NaN.
void ExpectMatchesInterpreter(const std::vector<tbe::Tensor>& outputs, const std::vector<tbe::HostTensor>& inputs,
                              double tolerance = 1e-5, double scale = 1e-3);

}  // namespace opdk::tests
