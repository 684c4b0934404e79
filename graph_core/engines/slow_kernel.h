// The remark of a kernel that the engine took for want of a faster one.
#pragma once

#include <string_view>

namespace opdk {

// A part of PreparedKernel::description(). `opdk run` and `opdk explain` name the nodes whose description holds it.
inline constexpr std::string_view kSlowKernel = "slow, nothing else takes it";

}  // namespace opdk
