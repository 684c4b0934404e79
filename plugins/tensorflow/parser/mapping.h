// Registration of TensorFlow's operators.
#pragma once

#include "plugins/importer/upgrade.h"
#include "register/register.h"

namespace opdk::tensorflow_plugin {
using importer::UpgradeContext;
}  // namespace opdk::tensorflow_plugin

// Maps TensorFlow's operator `type` to the prototype `ir`: ports in order, attributes by name. Where more differs, an
// upgrade (OPDK_UPGRADE_TENSORFLOW) converts the node to the prototype's form first. Attributes for types of values and
// numbers of ports need no conversion.
#define OPDK_MAP_TENSORFLOW_AS(ir, type) \
  REGISTER_CUSTOM_OP(#ir)                \
      .FrameworkType(::domi::TENSORFLOW) \
      .OriginOpType(#type)               \
      .ParseParamsByOperatorFn(::domi::AutoMappingByOpFn)
// Maps an operator to the prototype of the same name.
#define OPDK_MAP_TENSORFLOW(type) OPDK_MAP_TENSORFLOW_AS(type, type)

#define OPDK_UPGRADE_TENSORFLOW(function, ...) OPDK_UPGRADE(TENSORFLOW, function, __VA_ARGS__)
