#include "graph_core/engines/ai_core/codegen/rare_path.h"

namespace opdk::codegen {
namespace {

using Halide::Expr;
using Halide::Internal::Call;
using Halide::Internal::IRMutator;

const char* const kUnlessRare = "opdk_unless_rare";

class Split : public IRMutator {
 protected:
  using IRMutator::visit;

  Expr visit(const Call* call) override {
    if (call->name != kUnlessRare) return IRMutator::visit(call);
    Expr common = mutate(call->args[0]), rare = mutate(call->args[2]);
    std::string name = Halide::Internal::unique_name('v');
    Expr value = Halide::Internal::Variable::make(call->type, name);
    Expr all = common;
    if (common.type().is_vector()) {
      all = Halide::Internal::VectorReduce::make(Halide::Internal::VectorReduce::And, common, 1);
      rare = Halide::Internal::Select::make(common, value, rare);
    }
    Expr chosen = Call::make(call->type, Call::if_then_else, {all, value, rare}, Call::PureIntrinsic);
    return Halide::Internal::Let::make(name, mutate(call->args[1]), chosen);
  }
};

}  // namespace

Expr UnlessRare(const Expr& common, const Expr& value, const Expr& rare) {
  return Call::make(value.type(), kUnlessRare, {common, value, rare}, Call::PureExtern);
}

void SplitRarePaths(Halide::Pipeline& pipeline) { pipeline.add_custom_lowering_pass(new Split); }

}  // namespace opdk::codegen
