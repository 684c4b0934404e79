// Registration of ONNX's operators, and of the upgrades of their older opsets.
#pragma once

#include "plugins/importer/upgrade.h"
#include "register/register.h"

namespace opdk::onnx_plugin {
using importer::UpgradeContext;
}  // namespace opdk::onnx_plugin

// Maps ai.onnx's operator `type`, which ONNX has since opset `since`, to the prototype `ir`: ports in order, attributes
// by name; a ParseParamsByOperatorFn may follow to replace the default. The parser upgrades a node of any opset to the
// form that the prototype has before it asks this mapping.
#define OPDK_MAP_ONNX_AS(ir, type, since) OPDK_MAP_ONNX_OF(ai.onnx, ir, type, since)
// Maps an operator of another domain in this way.
#define OPDK_MAP_ONNX_OF(domain, ir, type, since)   \
  REGISTER_CUSTOM_OP(#ir)                           \
      .FrameworkType(::domi::ONNX)                  \
      .OriginOpType(#domain "::" #since "::" #type) \
      .ParseParamsByOperatorFn(::domi::AutoMappingByOpFn)
// Maps an operator to the prototype of the same name.
#define OPDK_MAP_ONNX(type, since) OPDK_MAP_ONNX_AS(type, type, since)

// OPDK_UPGRADE_ONNX(Function, "Squeeze", "Unsqueeze"): `Function` rewrites these operators, of any opset, to the form
// that the prototypes have: attributes by other names, attributes that are inputs, further nodes before or after. An
// operator of another domain is named with it: "com.microsoft::QGemm".
#define OPDK_UPGRADE_ONNX(function, ...) OPDK_UPGRADE(ONNX, function, __VA_ARGS__)
