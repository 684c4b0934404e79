// CommonLSTM, CommonGRU, CommonRNN.
#include "op_impl/ai_cpu/nn/recurrent.h"

#include <array>
#include <type_traits>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/gate_functions.h"

namespace aicpu {
namespace {

template <typename C>
using BiasRow = Eigen::Matrix<C, 1, Eigen::Dynamic>;
template <typename C>
using BiasMap = Eigen::Map<const BiasRow<C>>;

// Returns the functions that compute the gates in one go. nullptr: this machine or these attributes have none. The
// first activation is the gates'.
template <typename C>
const opdk::GateFunctions* Fused(const opdk::RecurrentWeights<C>& weights, int activations) {
  if (!std::is_same_v<C, float> || weights.clip > 0 || weights.p != nullptr) return nullptr;
  for (int i = 0; i < activations; ++i) {
    if (weights.activations[i].name != (i == 0 ? "Sigmoid" : "Tanh")) return nullptr;
  }
  return opdk::GateFunctionsHere();
}

// states: h, and of LSTM c, [rows, hidden] each. Step() is a step of some of the rows.
template <typename C>
struct LstmCell {
  static constexpr bool kPeepholes = true;

  static void InputBias(const C* b, const opdk::RecurrentShape& shape, bool, BiasRow<C>& bias) {
    bias = BiasMap<C>(b, shape.rows()) + BiasMap<C>(b + shape.rows(), shape.rows());
  }
  LstmCell(const opdk::RecurrentWeights<C>& of, int64_t rows)
      : weights(of), fused(of.flag ? nullptr : Fused(of, 3)), product(rows, 4 * of.hidden) {
    for (auto& state : states) state.setZero(rows, of.hidden);
  }
  void Step(const std::vector<opdk::RecurrentRow<C>>& rows) {
    opdk::MultiplyState(states[0], weights, 0, 4, product);
    for (const auto& row : rows) Advance(row.state, row.gates);
  }
  void Advance(int64_t row, const C* gates) {
    const int64_t hidden = weights.hidden;
    if constexpr (std::is_same_v<C, float>) {
      if (fused != nullptr) {
        return fused->lstm(gates, product.row(row).data(), hidden, states[1].row(row).data(),
                           states[0].row(row).data());
      }
    }
    auto activate = [&](int which, auto& values) {
      opdk::Activate(weights.activations[which], weights.clip, values.data(), hidden);
    };
    Eigen::Map<opdk::StateMatrix<C>> gate(product.row(row).data(), 4, hidden);
    gate += Eigen::Map<const opdk::StateMatrix<C>>(gates, 4, hidden);
    auto i = gate.row(0);
    auto o = gate.row(1);
    auto f = gate.row(2);
    auto g = gate.row(3);
    auto c = states[1].row(row);
    auto peephole = [&](int64_t which) { return BiasMap<C>(weights.p + which * hidden, hidden).cwiseProduct(c); };
    if (weights.p != nullptr) {
      i += peephole(0);
      f += peephole(2);
    }
    activate(0, i);
    activate(1, g);
    if (weights.flag) {
      f = 1 - i.array();
    } else {
      activate(0, f);
    }
    c = f.cwiseProduct(c) + i.cwiseProduct(g);
    if (weights.p != nullptr) o += peephole(1);
    activate(0, o);
    auto h = states[0].row(row);
    h = c;
    // The cell state isn't limited before its activation.
    opdk::Activate(weights.activations[2], 0, h.data(), hidden);
    h.array() *= o.array();
  }

  opdk::RecurrentWeights<C> weights;
  const opdk::GateFunctions* fused;
  opdk::StateMatrix<C> product;
  std::array<opdk::StateMatrix<C>, 2> states;
};

template <typename C>
struct GruCell {
  static constexpr bool kPeepholes = false;

  // Adds the input's and the recurrent biases. With linear_before_reset h's recurrent bias is left out, because r
  // resets it with the state.
  static void InputBias(const C* b, const opdk::RecurrentShape& shape, bool linear, BiasRow<C>& bias) {
    bias = BiasMap<C>(b, shape.rows());
    const int64_t both = (linear ? 2 : 3) * shape.hidden;
    bias.head(both) += BiasMap<C>(b + shape.rows(), both);
  }
  GruCell(const opdk::RecurrentWeights<C>& of, int64_t rows)
      : weights(of),
        fused(Fused(of, 2)),
        product(rows, 3 * of.hidden),
        reset(opdk::StateMatrix<C>::Zero(rows, of.hidden)) {
    states[0].setZero(rows, of.hidden);
  }
  void Step(const std::vector<opdk::RecurrentRow<C>>& rows) {
    opdk::MultiplyState(states[0], weights, 0, weights.flag ? 3 : 2, product);
    for (const auto& row : rows) Gates(row);
    if (!weights.flag) opdk::MultiplyState(reset, weights, 2, 1, product);
    for (const auto& row : rows) Finish(row);
  }
  // Computes z and r, and the state that r resets.
  void Gates(const opdk::RecurrentRow<C>& row) {
    const int64_t both = 2 * weights.hidden;
    if constexpr (std::is_same_v<C, float>) {
      if (fused != nullptr && weights.flag) return;
      if (fused != nullptr) {
        return fused->gru_reset(row.gates, product.row(row.state).data(), states[0].row(row.state).data(),
                                weights.hidden, reset.row(row.state).data());
      }
    }
    auto gates = product.row(row.state).head(both);
    gates += BiasMap<C>(row.gates, both);
    opdk::Activate(weights.activations[0], weights.clip, gates.data(), both);
    reset.row(row.state) = gates.tail(weights.hidden).cwiseProduct(states[0].row(row.state));
  }
  void Finish(const opdk::RecurrentRow<C>& row) {
    const int64_t hidden = weights.hidden;
    if constexpr (std::is_same_v<C, float>) {
      const float* of_state = product.row(row.state).data();
      float* to = states[0].row(row.state).data();
      const float* linear_bias = weights.b == nullptr ? nullptr : weights.b + 5 * hidden;
      if (fused != nullptr && weights.flag) return fused->linear_gru(row.gates, of_state, linear_bias, hidden, to);
      if (fused != nullptr) return fused->gru(row.gates, of_state, hidden, to);
    }
    auto all = product.row(row.state);
    auto z = all.segment(0, hidden), r = all.segment(hidden, hidden), g = all.segment(2 * hidden, hidden);
    if (weights.flag) {
      if (weights.b != nullptr) g += BiasMap<C>(weights.b + 5 * hidden, hidden);
      g = r.cwiseProduct(g);
    }
    g += BiasMap<C>(row.gates + 2 * hidden, hidden);
    opdk::Activate(weights.activations[1], weights.clip, g.data(), hidden);
    auto h = states[0].row(row.state);
    h = (1 - z.array()) * g.array() + z.array() * h.array();
  }

  opdk::RecurrentWeights<C> weights;
  const opdk::GateFunctions* fused;
  opdk::StateMatrix<C> product, reset;
  std::array<opdk::StateMatrix<C>, 1> states;
};

template <typename C>
struct RnnCell {
  static constexpr bool kPeepholes = false;

  static void InputBias(const C* b, const opdk::RecurrentShape& shape, bool, BiasRow<C>& bias) {
    bias = BiasMap<C>(b, shape.rows()) + BiasMap<C>(b + shape.rows(), shape.rows());
  }
  RnnCell(const opdk::RecurrentWeights<C>& of, int64_t rows) : weights(of), product(rows, of.hidden) {
    states[0].setZero(rows, of.hidden);
  }
  void Step(const std::vector<opdk::RecurrentRow<C>>& rows) {
    opdk::MultiplyState(states[0], weights, 0, 1, product);
    for (const auto& row : rows) {
      auto h = states[0].row(row.state);
      h = product.row(row.state) + BiasMap<C>(row.gates, weights.hidden);
      opdk::Activate(weights.activations[0], weights.clip, h.data(), weights.hidden);
    }
  }

  opdk::RecurrentWeights<C> weights;
  opdk::StateMatrix<C> product;
  std::array<opdk::StateMatrix<C>, 1> states;
};

template <template <typename> class Cell>
uint32_t RunRecurrent(const CpuKernelContext& ctx, int64_t gates, const char* flag,
                      const std::vector<std::string>& activations) {
  const std::vector<int64_t> x = opdk::DimsOf(ctx.Input(0)), r = opdk::DimsOf(ctx.Input(2));
  const opdk::RecurrentShape shape{x[0], x[1], x[2], r[0], r[2], gates};
  return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
    return opdk::RecurrentRun<T, Cell>(ctx, shape, flag, activations).Compute();
  });
}

class CommonLstmCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return RunRecurrent<LstmCell>(ctx, 4, "input_forget", {"Sigmoid", "Tanh", "Tanh"});
  }
};
OPDK_CPU_KERNEL(CommonLSTM, CommonLstmCpuKernel);

class CommonGruCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return RunRecurrent<GruCell>(ctx, 3, "linear_before_reset", {"Sigmoid", "Tanh"});
  }
};
OPDK_CPU_KERNEL(CommonGRU, CommonGruCpuKernel);

class CommonRnnCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return RunRecurrent<RnnCell>(ctx, 1, nullptr, {"Tanh"}); }
};
OPDK_CPU_KERNEL(CommonRNN, CommonRnnCpuKernel);

}  // namespace

}  // namespace aicpu
