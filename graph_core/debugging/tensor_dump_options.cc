#include "opdk/tensor_dump_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "graph_core/base/option_text.h"
#include "graph_core/base/text.h"

namespace opdk {
namespace {

bool ReadNumber(std::string_view text, int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 0;
}

}  // namespace

Result<std::vector<TensorDumpOptions::Runs>> ParseRuns(std::string_view text) {
  std::vector<TensorDumpOptions::Runs> all;
  if (text.empty()) return all;
  for (const std::string_view piece : SplitText(text, "|_")) {
    TensorDumpOptions::Runs& runs = all.emplace_back();
    const size_t dash = piece.find('-');
    const bool one = dash == std::string_view::npos;
    const bool read = ReadNumber(piece.substr(0, dash), runs.first) &&
                      ReadNumber(one ? piece : piece.substr(dash + 1), runs.last) && runs.first <= runs.last;
    if (!read) return BadValue(text, "numbers of runs and ranges of them, from 0 on, as in 0|5|10-20");
  }
  return all;
}

Status SetDumpMode(std::string_view text, TensorDumpOptions& options) {
  if (text != "input" && text != "output" && text != "all") return BadValue(text, "input, output or all");
  options.inputs = text != "output";
  options.outputs = text != "input";
  return Status();
}

Status SetDumpData(std::string_view text, TensorDumpOptions& options) {
  if (text != "tensor" && text != "stats") return BadValue(text, "tensor or stats");
  options.data = text == "tensor";
  return Status();
}

std::vector<std::string> ParseLayers(std::string_view text) {
  std::vector<std::string> layers;
  for (const std::string_view piece : SplitText(text, " ")) {
    if (!piece.empty()) layers.emplace_back(piece);
  }
  return layers;
}

}  // namespace opdk
