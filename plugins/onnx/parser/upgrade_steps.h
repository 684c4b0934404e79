// Steps that several upgrades of ONNX share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "opdk/op_desc.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Adds a 0-d constant of `value`'s element type (float when not known). Returns its name.
std::string AddScalarLike(UpgradeContext& context, const std::string& hint, float scalar, const std::string& value);

// Adds a node before this one, in the form of the newest opset, with one output. Returns the output's name.
std::string AddStep(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs,
                    AttrMap attributes = {});

// Joins the inputs along `axis`.
std::string AddConcat(UpgradeContext& context, std::vector<std::string> inputs, int64_t axis);
// Returns the attributes of a ConcatD that joins `count` inputs.
AttrMap ConcatAttributes(size_t count, int64_t axis);

// Gathers the slices of `value` at `indices` along `axis`.
std::string AddGather(UpgradeContext& context, const std::string& value, const std::string& indices, int64_t axis = 0);

// Converts `value` to `dtype`. Returns `value` itself where it has that type, else the output of a Cast.
std::string AddCast(UpgradeContext& context, const std::string& value, ge::DataType from, ge::DataType dtype);

// Returns the counts or positions that a constant holds, as integers. Opset 1 writes them in the type of the data.
// Empty: not a constant of integers, float or double. E2001: a number isn't whole.
Result<std::optional<std::vector<int64_t>>> WholeNumbers(UpgradeContext& context, const std::string& value);

// Makes another operator of ONNX's own of this node, with these inputs and attributes.
void Become(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs, AttrMap attributes = {});

// Gives input `index` dimensions of extent 1 at `axes` of its new shape.
void UnsqueezeInput(UpgradeContext& context, size_t index, const std::vector<int64_t>& axes);

// Returns axes of a tensor of `rank`, counted from the front. Refuses an axis outside of the rank or one named twice.
Result<std::vector<int64_t>> CheckedAxes(UpgradeContext& context, std::vector<int64_t> axes, int64_t rank);

// Checks that the list `value` has `count` numbers. A known other count is refused now, with the list's `name`. Returns
// a list that refuses another count in the run.
Result<std::string> CheckedList(UpgradeContext& context, const char* name, const std::string& value, int64_t count);

// Casts input `index`, which must be present, to `dtype`.
void CastInput(UpgradeContext& context, size_t index, ge::DataType dtype);

// Adds a Cast to `dtype` behind output `index`, to which the prototype gives another type than ONNX. Does nothing where
// the output is unused.
void CastOutput(UpgradeContext& context, size_t index, ge::DataType dtype);

// Upgrades the broadcast of opset < 7, which laid B's shape against A's dimensions from `axis` on. Since then only
// trailing dimensions match, so B's shape is extended with dimensions of 1.
Status UpgradeLegacyBroadcast(UpgradeContext& context);

}  // namespace opdk::onnx_plugin
