// How an operator of TensorFlow is registered.
#pragma once

#include "plugins/importer/upgrade.h"
#include "register/register.h"

namespace opdk::tensorflow_plugin {
using importer::UpgradeContext;
}  // namespace opdk::tensorflow_plugin

// Maps TensorFlow's operator `type` to the prototype `ir`: ports in order, attributes by name. What else differs an
// upgrade (OPDK_UPGRADE_TENSORFLOW) writes in the prototype's form before. Types of values and numbers of ports need no
// words.
#define OPDK_MAP_TENSORFLOW_AS(ir, type) \
  REGISTER_CUSTOM_OP(#ir)                \
      .FrameworkType(::domi::TENSORFLOW) \
      .OriginOpType(#type)               \
      .ParseParamsByOperatorFn(::domi::AutoMappingByOpFn)
// The same where the prototype has TensorFlow's name.
#define OPDK_MAP_TENSORFLOW(type) OPDK_MAP_TENSORFLOW_AS(type, type)

#define OPDK_UPGRADE_TENSORFLOW(function, ...) OPDK_UPGRADE(TENSORFLOW, function, __VA_ARGS__)
