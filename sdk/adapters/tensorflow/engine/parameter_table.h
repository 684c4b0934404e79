// Parameters of CANN's NpuOptimizer other than the adapter's own: options of Graph Engine under other names, and
// options that have no effect here.
#pragma once

#include <span>
#include <string_view>

namespace opdk::tensorflow_adapter {

struct EngineParameter {
  std::string_view name;
  std::string_view key;  // of Graph Engine's option (graph_core/host/ge_option_table.h); "": there is nothing to act on
  std::string_view why;  // "" with a key
};

std::span<const EngineParameter> EngineParameters();

}  // namespace opdk::tensorflow_adapter
