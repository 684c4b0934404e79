#include <Eigen/Core>
#include <cmath>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

using FloatRow = Eigen::Matrix<float, 1, Eigen::Dynamic>;
using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Writes `count` numbers to an output's elements from `first` on, where the output is wanted.
void Write(const Tensor* output, int64_t first, const float* values, int64_t count) {
  if (output->NumElements() > 0) opdk::WriteConverted(output->GetDataType(), values, count, output->GetData(), first);
}

class LinearAttentionCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> query = opdk::DimsOf(ctx.Input(0)), state = opdk::DimsOf(ctx.Output(1));
    const int64_t heads = state[1], keys = state[2], values = state[3];
    const int64_t query_heads = opdk::IntAttr(ctx, "q_num_heads", 1);
    return opdk::ParallelRange(ctx, query[0] * heads, query[1] * keys * values * 3, [&](int64_t begin, int64_t end) {
      for (int64_t head = begin; head < end; ++head) {
        Head work(ctx, heads, query_heads, keys, values);
        work.Run(head / heads, head % heads, query[1]);
      }
    });
  }

 private:
  // One head of keys of one batch, with the heads of queries that share it.
  struct Head {
    Head(const CpuKernelContext& context, int64_t key_heads, int64_t all_query_heads, int64_t key_size,
         int64_t value_size)
        : ctx(context), heads(key_heads), query_heads(all_query_heads), keys(key_size), values(value_size) {
      const std::string rule = opdk::StringAttr(ctx, "update_rule", "gated_delta");
      gated = rule == "gated" || rule == "gated_delta";
      delta = rule == "delta" || rule == "gated_delta";
      scale = opdk::FloatAttr(ctx, "scale", 0);
      if (scale == 0) scale = static_cast<float>(1 / std::sqrt(static_cast<double>(keys)));
    }

    // Returns `count` elements of an input's row, from `first` on.
    FloatRow Row(uint32_t input, int64_t row, int64_t first, int64_t count) const {
      const Tensor* tensor = ctx.Input(input);
      const int64_t width = opdk::DimsOf(tensor)[2];
      FloatRow numbers(count);
      opdk::ReadConverted(tensor->GetDataType(), tensor->GetData(), row * width + first, count, numbers.data());
      return numbers;
    }

    void Run(int64_t batch, int64_t head, int64_t steps) {
      const int64_t at = (batch * heads + head) * keys * values;
      FloatMatrix state = FloatMatrix::Zero(keys, values);
      const Tensor* past = ctx.Input(3);
      if (opdk::IsPresent(past) && past->NumElements() > 0) {
        opdk::ReadConverted(past->GetDataType(), past->GetData(), at, state.size(), state.data());
      }
      for (int64_t step = 0; step < steps; ++step) Advance(batch * steps + step, head, state);
      Write(ctx.Output(1), at, state.data(), state.size());
    }

    void Advance(int64_t row, int64_t head, FloatMatrix& state) const {
      const FloatRow key = Row(1, row, head * keys, keys);
      FloatRow value = Row(2, row, head * values, values);
      if (gated) Decay(row, head, state);
      if (delta) {
        const bool shared = opdk::DimsOf(ctx.Input(5))[2] == 1;
        value = Row(5, row, shared ? 0 : head, 1)[0] * (value - key * state);
      }
      state.noalias() += key.transpose() * value;
      const int64_t sharing = query_heads / heads;
      for (int64_t q = head * sharing; q < (head + 1) * sharing; ++q) {
        const FloatRow result = scale * (Row(0, row, q * keys, keys) * state);
        Write(ctx.Output(0), (row * query_heads + q) * values, result.data(), values);
      }
    }

    // Multiplies the state by its decay: one factor for the head, or one for each of its rows.
    void Decay(int64_t row, int64_t head, FloatMatrix& state) const {
      const bool shared = opdk::DimsOf(ctx.Input(4))[2] == heads;
      const FloatRow decay = Row(4, row, shared ? head : head * keys, shared ? 1 : keys);
      for (int64_t k = 0; k < keys; ++k) state.row(k) *= std::exp(decay[shared ? 0 : k]);
    }

    const CpuKernelContext& ctx;
    const int64_t heads, query_heads, keys, values;
    bool gated, delta;
    float scale;
  };
};
OPDK_CPU_KERNEL(LinearAttention, LinearAttentionCpuKernel);

}  // namespace

}  // namespace aicpu
