#include "opdk/op_desc.h"

namespace opdk {

namespace {

int FindPort(const std::vector<Port>& ports, std::string_view name) {
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
