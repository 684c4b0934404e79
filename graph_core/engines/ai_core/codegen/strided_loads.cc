#include "graph_core/engines/ai_core/codegen/strided_loads.h"

namespace opdk::codegen {
namespace {

using Halide::Expr;
using Halide::Internal::Add;
using Halide::Internal::IntImm;
using Halide::Internal::IRMutator;
using Halide::Internal::Load;
using Halide::Internal::Ramp;
using Halide::Internal::Sub;

class HideConstants : public IRMutator {
 protected:
  using IRMutator::visit;

  Expr visit(const Load* load) override {
    Expr index = mutate(load->index), predicate = mutate(load->predicate);
    // Memory of the kernel's own is padded.
    if (load->param.defined()) index = Hidden(index);
    return Load::make(load->type, load->name, index, load->image, load->param, predicate, load->alignment);
  }

 private:
  static Expr Hidden(const Expr& index) {
    const Ramp* ramp = index.as<Ramp>();
    const IntImm* stride = ramp == nullptr ? nullptr : ramp->stride.as<IntImm>();
    const Add* base = ramp == nullptr ? nullptr : ramp->base.as<Add>();
    const IntImm* constant = base == nullptr ? nullptr : base->b.as<IntImm>();
    if (stride == nullptr || stride->value < 2 || constant == nullptr) return index;
    Expr subtracted = Sub::make(base->a, IntImm::make(constant->type, -constant->value));
    return Ramp::make(subtracted, ramp->stride, ramp->lanes);
  }
};

}  // namespace

void KeepStridedLoadsInside(Halide::Pipeline& pipeline) { pipeline.add_custom_lowering_pass(new HideConstants); }

}  // namespace opdk::codegen
