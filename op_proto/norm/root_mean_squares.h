// The statistics that the norms by root mean squares share.
#pragma once

#include <optional>

#include "opdk/infer.h"

namespace ge {

// Returns the shape of rstd: x's, with extent 1 along x's last axes, which gamma has; reports a gamma that doesn't fit.
std::optional<opdk::Dims> RootMeanSquares(const Operator& op, const opdk::Dims& x);

}  // namespace ge
