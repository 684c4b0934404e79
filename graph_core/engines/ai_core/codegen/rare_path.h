// A choice that costs nothing where its rare value isn't needed: a vector computes the rare value only if one of its
// lanes asks for it. (Halide's select computes both values.)
#pragma once

#include <Halide.h>

namespace opdk::codegen {

// Returns `value` where `common` holds, else `rare`. The pipeline must be passed to SplitRarePaths.
Halide::Expr UnlessRare(const Halide::Expr& common, const Halide::Expr& value, const Halide::Expr& rare);

// Makes branches of the pipeline's rare paths, when vectors are known.
void SplitRarePaths(Halide::Pipeline& pipeline);

}  // namespace opdk::codegen
