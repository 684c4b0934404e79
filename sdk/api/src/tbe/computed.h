// compute() on behalf of another function of the language.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "tbe/compute.h"

namespace tbe {

// Errors, the interpreter's too, name `call`.
Tensor ComputeAs(std::string_view call, const Dims& shape, const std::function<Expr(const std::vector<Expr>& i)>& body);

}  // namespace tbe
