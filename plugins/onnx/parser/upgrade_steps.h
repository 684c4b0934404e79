// What several upgrades of ONNX do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "opdk/op_desc.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// A 0-d value of `value`'s element type (float when not known).
std::string AddScalarLike(UpgradeContext& context, const std::string& hint, float scalar, const std::string& value);

// A node before this one, as the newest opset has it, with one output, whose name is returned.
std::string AddStep(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs,
                    AttrMap attributes = {});

// The inputs joined along `axis`.
std::string AddConcat(UpgradeContext& context, std::vector<std::string> inputs, int64_t axis);
// What ConcatD needs that joins `count` inputs.
AttrMap ConcatAttributes(size_t count, int64_t axis);

// The slices of `value` at `indices` along `axis`.
std::string AddGather(UpgradeContext& context, const std::string& value, const std::string& indices, int64_t axis = 0);

// `value` as `dtype`: itself where it has that one, else the output of a Cast.
std::string AddCast(UpgradeContext& context, const std::string& value, ge::DataType from, ge::DataType dtype);

// Makes another operator of ONNX's own of this node, with these inputs and attributes.
void Become(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs, AttrMap attributes = {});

// Gives input `index` dimensions of extent 1 at `axes` of its new shape.
void UnsqueezeInput(UpgradeContext& context, size_t index, const std::vector<int64_t>& axes);

// Input `index`, which is there, as `dtype`.
void CastInput(UpgradeContext& context, size_t index, ge::DataType dtype);

// The prototype gives output `index` in another dtype than ONNX: a Cast to `dtype` follows it. Nothing happens where
// nobody uses the output.
void CastOutput(UpgradeContext& context, size_t index, ge::DataType dtype);

// opset < 7: B's shape was laid against A's dimensions from `axis` on; since then only trailing dimensions match.
Status UpgradeLegacyBroadcast(UpgradeContext& context);

}  // namespace opdk::onnx_plugin
