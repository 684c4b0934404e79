// Options of tensor dumps: which tensors of which runs are written, and where.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

// Options of DumpTensors.
struct TensorDumpOptions {
  enum class When : uint8_t {
    kAlways,
    kOverflow,  // inputs and outputs of a step whose outputs have a NaN or an infinity while its inputs had none
    kFailure,   // inputs of a step that fails
  };
  struct Runs {
    int64_t first = 0;
    int64_t last = 0;
  };

  When when = When::kAlways;
  std::string directory;            // must exist
  std::vector<Runs> runs;           // numbers of the model's runs, from 0 on; empty: all
  bool inputs = false;              // for kAlways
  bool outputs = true;              // for kAlways
  bool data = true;                 // false: statistics only
  std::vector<std::string> layers;  // names of steps, or of nodes fused into them; empty: all
  std::string engine;               // only this engine's steps; "": all
};

// Reads a list of runs such as "0|5|10-20"; '_' separates like '|'. E1001.
Result<std::vector<TensorDumpOptions::Runs>> ParseRuns(std::string_view text);
// Reads "input", "output" or "all". E1001.
Status SetDumpMode(std::string_view text, TensorDumpOptions& options);
// Reads "tensor" or "stats". E1001.
Status SetDumpData(std::string_view text, TensorDumpOptions& options);
// Reads names that are separated by spaces.
std::vector<std::string> ParseLayers(std::string_view text);

}  // namespace opdk
