// How recurrent networks run: the input's part of all gates as one matrix product, then step by step. Directions, and
// sequences beside each other, are independent of each other.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "op_impl/ai_cpu/common/row_panels.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/nn/activation_list.h"

namespace opdk {

template <typename C>
using StateMatrix = Eigen::Matrix<C, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The elements of a tensor in the type that is computed in, copied where that is another one.
template <typename C>
class WideValues {
 public:
  template <typename T>
  static WideValues Of(const aicpu::Tensor* tensor) {
    WideValues result;
    const auto values = Values<const T>(tensor);
    if constexpr (std::is_same_v<T, C>) {
      result.values_ = values;
    } else {
      result.copy_.resize(values.size());
      std::transform(values.begin(), values.end(), result.copy_.begin(), [](T x) { return static_cast<C>(x); });
      result.values_ = result.copy_;
    }
    return result;
  }
  WideValues() = default;
  WideValues(WideValues&&) = default;
  WideValues& operator=(WideValues&&) = default;

  bool empty() const { return values_.empty(); }
  // Part `index` of parts of `size` elements; nullptr where there are none.
  const C* Part(int64_t index, int64_t size) const { return empty() ? nullptr : values_.data() + index * size; }

 private:
  std::vector<C> copy_;
  std::span<const C> values_;
};

struct RecurrentShape {
  int64_t steps, batch, inputs, directions, hidden, gates;
  int64_t rows() const { return gates * hidden; }
};

// One direction's weights, and what its cell reads of the attributes.
template <typename C>
struct RecurrentWeights {
  const C* w;
  const C* r;
  const C* b;                         // nullptr: none
  const C* p;                         // nullptr: none
  std::span<const RowPanels> panels;  // of r, one of each gate; none: r is used as it is
  const RecurrentActivation* activations;
  float clip;
  bool flag;  // input_forget, linear_before_reset
  int64_t hidden;

  Eigen::Map<const StateMatrix<C>> RecurrentRows(int64_t first, int64_t count) const {
    return {r + first * hidden, count, hidden};
  }
};

// A sequence that takes a step: its row of the states, and its gates as far as the input makes them.
template <typename C>
struct RecurrentRow {
  int64_t state;
  const C* gates;
};

// What `count` gates, from `first` on, get of the states: from * (their rows of r)^T. Few rows are cheaper one by one: a
// product of matrices copies r into its own order first.
template <typename C>
void MultiplyState(const StateMatrix<C>& from, const RecurrentWeights<C>& weights, int64_t first, int64_t count,
                   StateMatrix<C>& to) {
  constexpr int64_t kFewRows = 4;
  const int64_t hidden = weights.hidden;
  if constexpr (std::is_same_v<C, float>) {
    for (int64_t gate = first; gate < first + count && !weights.panels.empty(); ++gate) {
      weights.panels[static_cast<size_t>(gate)].Multiply(from.data(), from.rows(), to.data() + gate * hidden,
                                                         to.cols());
    }
    if (!weights.panels.empty()) return;
  }
  const auto r = weights.RecurrentRows(first * hidden, count * hidden);
  if (from.rows() > kFewRows) {
    to.middleCols(first * hidden, r.rows()).noalias() = from * r.transpose();
    return;
  }
  for (int64_t i = 0; i < from.rows(); ++i) {
    to.row(i).segment(first * hidden, r.rows()).transpose().noalias() = r * from.row(i).transpose();
  }
}

// The tensors of a run. Cell: a class template with the states of some sequences of one direction.
template <typename T, template <typename> class Cell>
class RecurrentRun {
 public:
  using C = ComputeType<T>;

  RecurrentRun(const aicpu::CpuKernelContext& ctx, const RecurrentShape& shape, const char* flag,
               const std::vector<std::string>& default_activations)
      : ctx_(ctx),
        shape_(shape),
        lengths_(IntValues(ctx.Input(4))),
        reverse_(StringAttr(ctx, "direction", "forward") == "reverse"),
        clip_(FloatAttr(ctx, "clip", -1)),
        flag_(flag != nullptr && IntAttr(ctx, flag, 0) != 0),
        activations_(ActivationList(ctx, default_activations)),
        per_direction_(default_activations.size()) {
    for (uint32_t i = 0; i < 4; ++i) inputs_[i] = WideValues<C>::template Of<T>(ctx.Input(i));
    if (lengths_.empty()) lengths_.assign(static_cast<size_t>(shape.batch), shape.steps);
    for (int64_t& length : lengths_) length = std::clamp<int64_t>(length, 0, shape.steps);
    if (Cell<C>::kPeepholes) p_ = WideValues<C>::template Of<T>(ctx.Input(7));
  }

  uint32_t Compute() {
    const auto y = Values<T>(ctx_.Output(0));
    std::fill(y.begin(), y.end(), T(0));
    // Which sequences are beside each other must not depend on the number of threads: sums would.
    constexpr int64_t kGreatestChunk = 8;
    const int64_t chunks = (shape_.batch + kGreatestChunk - 1) / kGreatestChunk;
    const int64_t chunk = chunks == 0 ? 1 : (shape_.batch + chunks - 1) / chunks;
    for (int64_t d = 0; d < shape_.directions; ++d) {
      const uint32_t status = Project(d);
      if (status != kKernelOk) return status;
    }
    const int64_t cost = shape_.steps * shape_.rows() * shape_.hidden * chunk;
    return ParallelRange(ctx_, shape_.directions * chunks, cost, [&](int64_t begin, int64_t end) {
      for (int64_t piece = begin; piece < end; ++piece) {
        const int64_t first = piece % chunks * chunk;
        if (first < shape_.batch) RunRows(piece / chunks, first, std::min(chunk, shape_.batch - first));
      }
    });
  }

 private:
  // Whether weights are worth to be packed.
  bool Packs() const {
    constexpr int64_t kFewProducts = 4;
    return std::is_same_v<C, float> && RowPanels::RunHere() && shape_.steps * shape_.batch >= kFewProducts;
  }

  // The gates of all steps and sequences as far as the input and the biases make them.
  uint32_t Project(int64_t d) {
    const int64_t rows = shape_.steps * shape_.batch, columns = shape_.rows();
    const Eigen::Map<const StateMatrix<C>> x(inputs_[0].Part(0, 0), rows, shape_.inputs);
    const Eigen::Map<const StateMatrix<C>> w(inputs_[1].Part(d, columns * shape_.inputs), columns, shape_.inputs);
    Eigen::Matrix<C, 1, Eigen::Dynamic> bias = Eigen::Matrix<C, 1, Eigen::Dynamic>::Zero(columns);
    if (const C* b = inputs_[3].Part(d, 2 * columns)) Cell<C>::InputBias(b, shape_, flag_, bias);
    StateMatrix<C>& gates = gates_[d];
    gates.resize(rows, columns);
    std::optional<RowPanels> panels;
    if constexpr (std::is_same_v<C, float>) {
      if (Packs()) panels.emplace(w.data(), columns, shape_.inputs);
      for (int64_t gate = 0; gate < shape_.gates && Packs(); ++gate) {
        const float* r = inputs_[2].Part(d, columns * shape_.hidden) + gate * shape_.hidden * shape_.hidden;
        panels_[d].emplace_back(r, shape_.hidden, shape_.hidden);
      }
    }
    constexpr int64_t kRows = 64;
    const int64_t pieces = (rows + kRows - 1) / kRows;
    return ParallelRange(ctx_, pieces, kRows * columns * (shape_.inputs + 1), [&](int64_t begin, int64_t end) {
      for (int64_t piece = begin; piece < end; ++piece) {
        auto part = gates.middleRows(piece * kRows, std::min(kRows, rows - piece * kRows));
        const auto own = x.middleRows(piece * kRows, part.rows());
        if constexpr (std::is_same_v<C, float>) {
          if (panels) panels->Multiply(own.data(), own.rows(), part.data(), columns);
        }
        if (!panels && shape_.inputs == 0) part.setZero();
        if (!panels && shape_.inputs != 0) part.noalias() = own * w.transpose();
        part.rowwise() += bias;
      }
    });
  }

  // Sequences [first, first + count) in direction d.
  void RunRows(int64_t d, int64_t first, int64_t count) {
    const int64_t hidden = shape_.hidden;
    const RecurrentWeights<C> weights{inputs_[1].Part(d, shape_.rows() * shape_.inputs),
                                      inputs_[2].Part(d, shape_.rows() * hidden),
                                      inputs_[3].Part(d, 2 * shape_.rows()),
                                      p_.Part(d, 3 * hidden),
                                      panels_[d],
                                      activations_.data() + static_cast<size_t>(d) * per_direction_,
                                      clip_,
                                      flag_,
                                      hidden};
    Cell<C> cell(weights, count);
    const int64_t at = (d * shape_.batch + first) * hidden;
    for (size_t state = 0; state < cell.states.size(); ++state) {
      const auto initial = Values<const T>(ctx_.Input(static_cast<uint32_t>(5 + state)));
      if (initial.empty()) continue;
      cell.states[state] = Eigen::Map<const StateMatrix<T>>(initial.data() + at, count, hidden).template cast<C>();
    }
    const bool backwards = reverse_ || d == 1;
    const auto y = Values<T>(ctx_.Output(0));
    std::vector<RecurrentRow<C>> rows;
    for (int64_t step = 0; step < shape_.steps; ++step) {
      rows.clear();
      for (int64_t i = 0; i < count; ++i) {
        const int64_t length = lengths_[static_cast<size_t>(first + i)];
        if (step >= length) continue;
        const int64_t t = backwards ? length - 1 - step : step;
        const int64_t place = t * shape_.batch + first + i;
        rows.push_back({i, gates_[d].data() + place * shape_.rows()});
      }
      cell.Step(rows);
      if (y.empty()) continue;
      for (const RecurrentRow<C>& row : rows) {
        const int64_t place = (row.gates - gates_[d].data()) / shape_.rows(), t = place / shape_.batch;
        T* to = y.data() + (t * shape_.directions * shape_.batch + d * shape_.batch + place % shape_.batch) * hidden;
        Eigen::Map<Eigen::Matrix<T, 1, Eigen::Dynamic>>(to, hidden) = cell.states[0].row(row.state).template cast<T>();
      }
    }
    for (size_t state = 0; state < cell.states.size(); ++state) {
      const auto last = Values<T>(ctx_.Output(static_cast<uint32_t>(1 + state)));
      if (last.empty()) continue;
      Eigen::Map<StateMatrix<T>>(last.data() + at, count, hidden) = cell.states[state].template cast<T>();
    }
  }

  const aicpu::CpuKernelContext& ctx_;
  const RecurrentShape shape_;
  std::vector<int64_t> lengths_;
  const bool reverse_;
  const float clip_;
  const bool flag_;
  const std::vector<RecurrentActivation> activations_;
  const size_t per_direction_;
  WideValues<C> inputs_[4];
  WideValues<C> p_;
  StateMatrix<C> gates_[2];
  std::vector<RowPanels> panels_[2];
};

}  // namespace opdk
