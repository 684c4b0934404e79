// How a layer of Caffe is registered, and what several upgrades do. A layer's inputs are its bottoms, then its blobs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plugins/importer/upgrade.h"
#include "register/register.h"

namespace opdk::caffe_plugin {

using importer::UpgradeContext;
using Ints = std::vector<int64_t>;

// A parameter: the first one of a list; a whole number stands for a float, too.
int64_t IntOf(const UpgradeContext& context, const char* name, int64_t fallback);
float FloatOf(const UpgradeContext& context, const char* name, float fallback);
bool BoolOf(const UpgradeContext& context, const char* name, bool fallback);
std::string TextOf(const UpgradeContext& context, const char* name, const std::string& fallback);
Ints IntsOf(const UpgradeContext& context, const char* name);
std::vector<float> FloatsOf(const UpgradeContext& context, const char* name);

// A parameter of both spatial axes: `name`_h and `name`_w (`h` and `w` themselves), or `name`, once for both or once for
// each.
Ints PairOf(const UpgradeContext& context, const char* name, const char* h, const char* w, int64_t fallback);

// The extents of a value, which Caffe's are all known. E2001: one isn't.
Result<Ints> DimsOf(UpgradeContext& context, const std::string& value);
// An axis from 0 on. E2001: there is none.
Result<int64_t> AxisOf(UpgradeContext& context, const char* name, int64_t fallback, size_t rank);

// The layer's blob `number`, as `dims` where they are given. E2001: the weights don't have it.
Result<std::string> BlobOf(UpgradeContext& context, size_t bottoms, size_t number, const Ints& dims = {});

// `value` with the shape `dims`.
std::string AddReshape(UpgradeContext& context, const std::string& value, const Ints& dims);
// A constant of float numbers.
std::string AddFloats(UpgradeContext& context, const std::string& hint, const std::vector<float>& numbers,
                      const Ints& dims);

// The shape of something along `axis` and on that is to meet a value of `rank` axes.
Ints Beside(const Ints& dims, int64_t axis, size_t rank);

}  // namespace opdk::caffe_plugin

// Maps Caffe's layer `type` to the prototype `ir`; an upgrade (OPDK_UPGRADE_CAFFE) writes it in the prototype's form.
#define OPDK_MAP_CAFFE_AS(ir, type) \
  REGISTER_CUSTOM_OP(#ir)           \
      .FrameworkType(::domi::CAFFE) \
      .OriginOpType(#type)          \
      .ParseParamsByOperatorFn(::domi::AutoMappingByOpFn)
#define OPDK_UPGRADE_CAFFE(function, ...) OPDK_UPGRADE(CAFFE, function, __VA_ARGS__)
