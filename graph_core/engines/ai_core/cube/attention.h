// softmax(a b) c, some rows at a time: what the softmax is taken of stays in a core's own cache.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "graph_core/engines/ai_core/steps/kernel_step.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "opdk/status.h"

namespace opdk {

// Whether the steps of a product, a softmax over its rows and a product with the result are an attention that
// MakeAttentionStep
// takes: of float, rows of the first operands row-major, no bias; behind the products elementwise operations alone, or,
// behind the first one, the sum with a tensor of its shape, where the softmax has no mask or factor of its own.
bool FormsAttention(std::span<const StepSpec> parts);

// `spec`: its parts form an attention. E2010 for what oneDNN refuses.
Result<std::unique_ptr<KernelStep>> MakeAttentionStep(const StepSpec& spec);

// "attention_rows".
std::string AttentionName();
std::string DescribeAttention(const StepSpec& spec);

}  // namespace opdk
