// Registration of MindSpore's primitives, and their arguments. An argument of today may have been an attribute of the
// primitive before. So it is looked up by both its place and its name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plugins/importer/upgrade.h"
#include "register/register.h"

namespace opdk::mindspore_plugin {

using importer::UpgradeContext;
using Ints = std::vector<int64_t>;

// A node's inputs are the arguments that are tensors. The tensors of a tuple are inputs one by one. The attribute
// kTensorPlaces holds the argument's number for each input. ArgumentName(i) holds an argument that is a number, a text
// or a list.
inline constexpr const char* kTensorPlaces = "_tensor_places";
std::string ArgumentName(size_t argument);
// Returns the argument whose ArgumentName that is; nothing for another attribute's name.
std::optional<size_t> ArgumentPlace(const std::string& name);

// Returns the tensor that is this argument. "": the argument is no tensor.
std::string TensorArgument(const UpgradeContext& context, size_t argument);

// Returns an argument, or the attribute `name`, else `fallback`. An integer stands for a list of one, and for a float.
int64_t IntOf(const UpgradeContext& context, size_t argument, const char* name, int64_t fallback);
bool BoolOf(const UpgradeContext& context, size_t argument, const char* name, bool fallback);
float FloatOf(const UpgradeContext& context, size_t argument, const char* name, float fallback);
Ints IntsOf(const UpgradeContext& context, size_t argument, const char* name, const Ints& fallback = {});
std::string TextOf(const UpgradeContext& context, const char* name, const std::string& fallback);
// Returns the list of an attribute that is no argument, else `fallback`.
Ints IntsOf(const UpgradeContext& context, const char* name, const Ints& fallback = {});

// Returns the rank of a value. E2001: it isn't known.
Result<int64_t> RankOf(UpgradeContext& context, const std::string& value);
// Returns the type of MindSpore's number `id` (43: float32). E2001: the SDK has no such type.
Result<ge::DataType> TypeOfId(const UpgradeContext& context, int64_t id);
// Adds a scalar of the type of the node's first tensor. E2001: that type has no such number.
Result<std::string> AddScalarLike(UpgradeContext& context, const std::string& hint, float value);
}  // namespace opdk::mindspore_plugin

// Maps MindSpore's primitive to the prototype `ir`; an upgrade (OPDK_UPGRADE_MINDSPORE) writes it in the prototype's
// form.
#define OPDK_MAP_MINDSPORE_AS(ir, type) \
  REGISTER_CUSTOM_OP(#ir)               \
      .FrameworkType(::domi::MINDSPORE) \
      .OriginOpType(#type)              \
      .ParseParamsByOperatorFn(::domi::AutoMappingByOpFn)
#define OPDK_UPGRADE_MINDSPORE(function, ...) OPDK_UPGRADE(MINDSPORE, function, __VA_ARGS__)
