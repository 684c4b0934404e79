// Computes softmax(a b) c some rows at a time, so that the softmax' operand stays in a core's own cache.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "graph_core/engines/ai_core/steps/kernel_step.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "opdk/status.h"

namespace opdk {

// Returns whether a product, a softmax over its rows and a product with the softmax are an attention that
// MakeAttentionStep takes. The operands are float, the first operands have row-major rows, and there is no bias. Behind
// the products there are elementwise operations only. The first product may instead be added to a tensor of its shape,
// if the softmax has no mask or factor of its own.
bool FormsAttention(std::span<const StepSpec> parts);

// Makes the step of an attention. The parts of `spec` must satisfy FormsAttention. E2010: oneDNN refuses a product.
Result<std::unique_ptr<KernelStep>> MakeAttentionStep(const StepSpec& spec);

// Returns "attention_rows".
std::string AttentionName();
std::string DescribeAttention(const StepSpec& spec);

}  // namespace opdk
