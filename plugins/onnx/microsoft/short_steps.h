// Steps of one or two inputs. Compositions have many of them, and a call of a function is shorter than AddStep's lists.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Adds a node without attributes, in the form of the newest opset. Returns its output's name.
std::string AddUnary(UpgradeContext& context, const char* type, const std::string& x);
std::string AddBinary(UpgradeContext& context, const char* type, const std::string& x, const std::string& y);
// Adds such a node whose second input is a list: a shape, axes, paddings.
std::string AddWithInts(UpgradeContext& context, const char* type, const std::string& x,
                        std::initializer_list<int64_t> list);

// Adds the halves of `x` along the last axis. `extent`: of each of them, where it is known; the run refuses an x of
// other halves.
struct Halves {
  std::string first, second;
};
Halves AddHalves(UpgradeContext& context, const std::string& x, std::optional<int64_t> extent = {});

// Converts input `index`, which must be present, to `type`.
std::string AddCastOfInput(UpgradeContext& context, size_t index, ge::DataType type);

// Makes the node give `value`.
Status Give(UpgradeContext& context, const std::string& value);

}  // namespace opdk::onnx_plugin
