// How an operator of ONNX is registered, and how its older opsets are upgraded.
#pragma once

#include "plugins/importer/upgrade.h"
#include "register/register.h"

namespace opdk::onnx_plugin {
using importer::UpgradeContext;
}  // namespace opdk::onnx_plugin

// Maps ai.onnx's operator `type`, which ONNX has since opset `since`, to the prototype of the same name, ports and
// attributes; a ParseParamsByOperatorFn may follow to replace the default. The parser upgrades a node of any older
// opset to the opset-17 form before it asks this mapping.
#define OPDK_MAP_ONNX(type, since)                 \
  REGISTER_CUSTOM_OP(#type)                        \
      .FrameworkType(::domi::ONNX)                 \
      .OriginOpType("ai.onnx::" #since "::" #type) \
      .ParseParamsByOperatorFn(::domi::AutoMappingByOpFn)

// OPDK_UPGRADE_ONNX(Function, "Squeeze", "Unsqueeze"): `Function` rewrites older forms of these operators to the
// opset-17 form that the prototypes have.
#define OPDK_UPGRADE_ONNX(function, ...) OPDK_UPGRADE(ONNX, function, __VA_ARGS__)
