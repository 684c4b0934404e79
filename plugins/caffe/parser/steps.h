// Registration of Caffe's layers, and steps that several upgrades share. A layer's inputs are its bottoms, then its
// blobs. Mappings make graphs for any extents, because the extents of the network's text are those of one possible
// input. Only the number of axes is a fact.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "plugins/importer/upgrade.h"
#include "register/register.h"

namespace opdk::caffe_plugin {

using importer::UpgradeContext;
using Ints = std::vector<int64_t>;

// A value of an enumeration, by which texts call it in either way.
struct Enumerator {
  const char* name;
  int64_t number;
};

// Fields of a layer. A field inside of a message has the message's name in front ("shape.dim"). A value of another
// kind, or a list in place of one number, is noted as misread (UpgradeContext::Misread). An integer stands for a float,
// too. 0, 1, t, f, True and False stand for truth values.
int64_t IntOf(const UpgradeContext& context, const char* name, int64_t fallback);
float FloatOf(const UpgradeContext& context, const char* name, float fallback);
bool BoolOf(const UpgradeContext& context, const char* name, bool fallback);
Ints IntsOf(const UpgradeContext& context, const char* name);
std::vector<float> FloatsOf(const UpgradeContext& context, const char* name);
// Returns the name of the field's enumerator.
std::string EnumOf(const UpgradeContext& context, const char* name, std::initializer_list<Enumerator> known,
                   const char* fallback);

// Returns a parameter of both spatial axes: the fields `h` and `w`, or the field `name`, once for both axes or once for
// each.
Ints PairOf(const UpgradeContext& context, const char* name, const char* h, const char* w, int64_t fallback);

// Returns the extents of a value, -1 where the text leaves them open. E2001: even the rank isn't known.
Result<Ints> DimsOf(UpgradeContext& context, const std::string& value);
// Returns an axis, counted from 0. E2001: the rank has no such axis.
Result<int64_t> AxisOf(UpgradeContext& context, const char* name, int64_t fallback, size_t rank);

// Returns the number of inputs that are bottoms. The layer's blobs are inputs behind them.
size_t Bottoms(UpgradeContext& context);
// Returns the extents of the layer's blob `number`, which must fit `dims` (-1: any extent). Old files have 1s in front
// of them. E2001: the weights are of another network, because they have no such blob or it has other extents.
Result<Ints> BlobDims(UpgradeContext& context, size_t number, const Ints& dims);
// Returns the layer's blob `number`, with the extents `dims`.
Result<std::string> BlobOf(UpgradeContext& context, size_t number, const Ints& dims);

// Reshapes `value` to `dims`. 0 keeps the extent of that axis, -1 takes the rest.
std::string AddReshape(UpgradeContext& context, const std::string& value, const Ints& dims);
// Returns the extents [from, to) of `value` in the run, as int64.
std::string AddExtents(UpgradeContext& context, const std::string& value, int64_t from, int64_t to);
// Joins vectors one after another.
std::string AddJoined(UpgradeContext& context, const std::vector<std::string>& vectors);
// Casts `value` to float.
std::string AddFloatCast(UpgradeContext& context, const std::string& value);
// Adds a constant of float numbers.
std::string AddFloats(UpgradeContext& context, const std::string& hint, const std::vector<float>& numbers,
                      const Ints& dims);

// Reshapes `value`, which has `own` axes, to broadcast to a value of `rank` axes: its first axis meets `axis`, and axes
// of 1 are put behind.
std::string AddBeside(UpgradeContext& context, const std::string& value, size_t own, int64_t axis, size_t rank);

// The parameter blocks that layers of a type read; "" for none.
struct OPDK_HIDDEN FieldsRegister {
  FieldsRegister(const char* block, std::initializer_list<const char*> types);
};
// Returns the parameter block that layers of the type read. Empty: no mapping here reads them.
std::optional<std::string> BlockOf(const std::string& type);

}  // namespace opdk::caffe_plugin

// Maps Caffe's layer `type` to the prototype `ir`; an upgrade (OPDK_UPGRADE_CAFFE) writes it in the prototype's form.
#define OPDK_MAP_CAFFE_AS(ir, type) \
  REGISTER_CUSTOM_OP(#ir)           \
      .FrameworkType(::domi::CAFFE) \
      .OriginOpType(#type)          \
      .ParseParamsByOperatorFn(::domi::AutoMappingByOpFn)
#define OPDK_UPGRADE_CAFFE(function, ...) OPDK_UPGRADE(CAFFE, function, __VA_ARGS__)
// Registers `block` as the parameter block of layers of these types. Any other block in such a layer is an error.
#define OPDK_CAFFE_FIELDS(block, ...) OPDK_CAFFE_FIELDS_AS(__COUNTER__, block, __VA_ARGS__)
#define OPDK_CAFFE_FIELDS_AS(number, block, ...) OPDK_CAFFE_FIELDS_NAMED(number, block, __VA_ARGS__)
#define OPDK_CAFFE_FIELDS_NAMED(number, block, ...) \
  static const ::opdk::caffe_plugin::FieldsRegister g_caffe_fields##number(block, {__VA_ARGS__})
