// Which tensors of which runs are dumped, and where to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

struct TensorDumpOptions {
  enum class When : uint8_t {
    kAlways,
    kOverflow,  // a step whose outputs have a NaN or an infinity where its inputs had none, inputs and outputs
    kFailure,   // a step that fails, its inputs
  };
  struct Runs {
    int64_t first = 0;
    int64_t last = 0;
  };

  When when = When::kAlways;
  std::string directory;            // must be there
  std::vector<Runs> runs;           // of the model, from 0 on; none: all
  bool inputs = false;              // of kAlways
  bool outputs = true;              // of kAlways
  bool data = true;                 // false: statistics alone
  std::vector<std::string> layers;  // steps or nodes that were fused into them; none: all
  std::string engine;               // only steps of this one; "": all
};

// "0|5|10-20"; '_' separates as '|' does. E1001.
Result<std::vector<TensorDumpOptions::Runs>> ParseRuns(std::string_view text);
// "input", "output", "all". E1001.
Status SetDumpMode(std::string_view text, TensorDumpOptions& options);
// "tensor", "stats". E1001.
Status SetDumpData(std::string_view text, TensorDumpOptions& options);
// Names with spaces between them.
std::vector<std::string> ParseLayers(std::string_view text);

}  // namespace opdk
