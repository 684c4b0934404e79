#include <cmath>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/matmul/product.h"

namespace aicpu {
namespace {

using FloatRow = Eigen::Matrix<float, 1, Eigen::Dynamic>;
using AttentionTypes = opdk::Types<float, opdk::Half, opdk::BFloat16>;

class LinearAttentionCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(AttentionTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(AttentionTypes(), ctx.Output(1)->GetDataType(),
                            [&]<typename S>() { return Attend<T, S>(ctx); });
    });
  }

 private:
  template <typename T, typename S>
  static uint32_t Attend(const CpuKernelContext& ctx) {
    const std::vector<int64_t> query = opdk::DimsOf(ctx.Input(0)), state = opdk::DimsOf(ctx.Output(1));
    const int64_t heads = state[1], keys = state[2], values = state[3];
    const int64_t query_heads = opdk::IntAttr(ctx, "q_num_heads", 1);
    return opdk::ParallelRange(ctx, query[0] * heads, query[1] * keys * values * 3, [&](int64_t begin, int64_t end) {
      for (int64_t head = begin; head < end; ++head) {
        Head<T, S> work(ctx, heads, query_heads, keys, values);
        work.Run(head / heads, head % heads, query[1]);
      }
    });
  }

  // One head of keys of one batch, with the heads of queries that share it.
  template <typename T, typename S>
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
      const T* from = opdk::Values<const T>(tensor).data() + row * width + first;
      return Eigen::Map<const Eigen::Matrix<T, 1, Eigen::Dynamic>>(from, count).template cast<float>();
    }

    void Run(int64_t batch, int64_t head, int64_t steps) {
      const int64_t at = (batch * heads + head) * keys * values;
      opdk::RowMatrix<float> state = opdk::RowMatrix<float>::Zero(keys, values);
      const auto past = opdk::Values<const S>(ctx.Input(3));
      if (!past.empty()) {
        state = Eigen::Map<const opdk::RowMatrix<S>>(past.data() + at, keys, values).template cast<float>();
      }
      for (int64_t step = 0; step < steps; ++step) Advance(batch * steps + step, head, state);
      const auto present = opdk::Values<S>(ctx.Output(1));
      if (present.empty()) return;
      Eigen::Map<opdk::RowMatrix<S>>(present.data() + at, keys, values) = state.template cast<S>();
    }

    void Advance(int64_t row, int64_t head, opdk::RowMatrix<float>& state) const {
      const FloatRow key = Row(1, row, head * keys, keys);
      FloatRow value = Row(2, row, head * values, values);
      if (gated) Decay(row, head, state);
      if (delta) {
        const bool shared = opdk::DimsOf(ctx.Input(5))[2] == 1;
        value = Row(5, row, shared ? 0 : head, 1)[0] * (value - key * state);
      }
      state.noalias() += key.transpose() * value;
      const auto output = opdk::Values<T>(ctx.Output(0));
      if (output.empty()) return;
      const int64_t sharing = query_heads / heads;
      for (int64_t q = head * sharing; q < (head + 1) * sharing; ++q) {
        const FloatRow result = scale * (Row(0, row, q * keys, keys) * state);
        T* to = output.data() + (row * query_heads + q) * values;
        Eigen::Map<Eigen::Matrix<T, 1, Eigen::Dynamic>>(to, values) = result.template cast<T>();
      }
    }

    // Multiplies the state by its decay: one factor for the head, or one for each of its rows.
    void Decay(int64_t row, int64_t head, opdk::RowMatrix<float>& state) const {
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
