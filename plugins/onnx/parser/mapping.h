// How an operator of ONNX is registered; how its older opsets are upgraded is in upgrade.h.
#pragma once

#include "register/register.h"

// Maps ai.onnx's operator `type`, which ONNX has since opset `since`, to the prototype of the same name, ports and
// attributes; a ParseParamsByOperatorFn may follow to replace the default. The parser upgrades a node of any older
// opset to the opset-17 form before it asks this mapping.
#define OPDK_MAP_ONNX(type, since)                 \
  REGISTER_CUSTOM_OP(#type)                        \
      .FrameworkType(::domi::ONNX)                 \
      .OriginOpType("ai.onnx::" #since "::" #type) \
      .ParseParamsByOperatorFn(::domi::AutoMappingByOpFn)
