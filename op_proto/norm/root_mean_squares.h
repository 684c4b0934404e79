// The statistics that the norms by root mean squares share.
#pragma once

#include <optional>

#include "opdk/infer.h"

namespace ge {

// The shape of rstd: x's, 1 along the axes that gamma has, which are x's last ones; reports a gamma that doesn't fit.
std::optional<opdk::Dims> RootMeanSquares(const Operator& op, const opdk::Dims& x);

}  // namespace ge
