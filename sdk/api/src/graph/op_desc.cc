#include "opdk/op_desc.h"

#include <charconv>

namespace opdk {

namespace {

// Returns the port that the name's number leads to; -1: not found this way. Entry k of a dynamic port `x` is named "xk"
// and stands k places behind "x0", so that no search among many entries is needed.
int GuessPort(const std::vector<Port>& ports, std::string_view name) {
  const size_t digits = name.find_last_not_of("0123456789") + 1;
  size_t entry = 0;
  const auto [end, error] = std::from_chars(name.data() + digits, name.data() + name.size(), entry);
  if (error != std::errc() || digits == 0) return -1;
  const std::string_view port = name.substr(0, digits);
  for (size_t first = 0; first + entry < ports.size(); ++first) {
    const std::string_view begins = ports[first].name;
    if (begins.size() != digits + 1 || begins.back() != '0' || !begins.starts_with(port)) continue;
    return ports[first + entry].name == name ? static_cast<int>(first + entry) : -1;
  }
  return -1;
}

int FindPort(const std::vector<Port>& ports, std::string_view name) {
  if (const int guessed = GuessPort(ports, name); guessed >= 0) return guessed;
  for (size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

int CountPorts(const std::vector<IrPort>& declared, const std::vector<Port>& ports, std::string_view ir_port,
               int* first) {
  int ir_index = 0;
  for (; ir_index < static_cast<int>(declared.size()); ++ir_index) {
    if (declared[static_cast<size_t>(ir_index)].name == ir_port) break;
  }
  int count = 0;
  int begin = 0;
  if (ir_index < static_cast<int>(declared.size())) {
    for (size_t i = 0; i < ports.size(); ++i) {
      if (ports[i].ir_index == ir_index && count++ == 0) begin = static_cast<int>(i);
    }
    if (count == 0) {
      while (begin < static_cast<int>(ports.size()) && ports[static_cast<size_t>(begin)].ir_index >= 0 &&
             ports[static_cast<size_t>(begin)].ir_index < ir_index) {
        ++begin;
      }
    }
  }
  if (first != nullptr) *first = begin;
  return count;
}

}  // namespace

int OpDesc::FindInput(std::string_view port) const { return FindPort(inputs, port); }
int OpDesc::FindOutput(std::string_view port) const { return FindPort(outputs, port); }

int OpDesc::InputCount(std::string_view ir_port, int* first) const {
  return CountPorts(ir_inputs, inputs, ir_port, first);
}

int OpDesc::OutputCount(std::string_view ir_port, int* first) const {
  return CountPorts(ir_outputs, outputs, ir_port, first);
}

}  // namespace opdk
