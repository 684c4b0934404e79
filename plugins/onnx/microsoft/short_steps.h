// Steps of one or two inputs. Compositions have many of them, and a call of a function is shorter than AddStep's lists.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

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

// Returns the extents of `value` for a check, -1 where unknown. nullopt: its rank is unknown. The model isn't bound to
// them, as it is by Values::Dim.
std::optional<std::vector<int64_t>> DimsToCheck(UpgradeContext& context, const std::string& value);
// Returns whether no known extents of the shapes differ.
bool MayBeEqual(const std::vector<int64_t>& a, const std::vector<int64_t>& b);
// Checks that input `index`, called `name`, may be a list with an entry for each of `extent` channels. -1: their number
// is unknown.
Status CheckList(UpgradeContext& context, size_t index, const char* name, int64_t extent);

// Makes the node give `value`.
Status Give(UpgradeContext& context, const std::string& value);

}  // namespace opdk::onnx_plugin
