// Inputs that may have fewer numbers than their element type. Example: ONNX's INT4 lives in int8, so that such an input
// has -8 to 7. Attributes of the Data node say which numbers these are (kHeldType in opdk/parser_options.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph_core/program/program.h"
#include "opdk/op_desc.h"
#include "opdk/run_tensor.h"
#include "opdk/status.h"

namespace opdk {

// The numbers that one input may have.
class HeldNumbers {
 public:
  // Returns nothing for a Data node without the attributes, or whose elements have more than 16 bits.
  static std::optional<HeldNumbers> Of(const OpDesc& data);

  // Returns the finite numbers as bit patterns of the element type.
  std::vector<uint16_t> Patterns() const;

  // Checks all elements. Allocates nothing if they are right. An input that CheckInputs refuses may pass.
  // E1004: an element is none of the numbers.
  Status Check(size_t index, const PortSpec& spec, const RunInput& input) const;

 private:
  HeldNumbers() = default;
  template <typename Pattern>
  Status CheckElements(size_t index, const PortSpec& spec, const RunInput& input) const;
  Status Refuse(size_t index, const PortSpec& spec, size_t element, uint16_t pattern) const;

  std::string type_;  // "INT4"
  double least_ = 0, greatest_ = 0;
  ge::DataType dtype_ = ge::DT_UNDEFINED;  // of the elements
  std::vector<bool> held_;                 // by bit pattern
};

// Returns the numbers of the inputs that have the attributes, by the inputs' indices.
std::map<size_t, HeldNumbers> HeldNumbersOf(const Function& function, const std::vector<Node*>& nodes);

// Checks the inputs that have such numbers. E1004, as HeldNumbers::Check.
Status CheckHeldNumbers(const std::vector<PortSpec>& specs, const std::map<size_t, HeldNumbers>& held,
                        std::span<const RunInput> inputs);

}  // namespace opdk
