// The run of recurrent networks: the input's part of the gates of some steps is one matrix product, then the steps
// follow one by one. Directions are independent of each other, and so are sequences.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/row_panels.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/common/vector_functions.h"
#include "op_impl/ai_cpu/nn/activation_list.h"

namespace opdk {

template <typename C>
using StateMatrix = Eigen::Matrix<C, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The elements of a tensor in the type of the computation. They are copied where the tensor has another type.
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
  // Returns part `index`, where each part has `size` elements. nullptr: there are no elements.
  const C* Part(int64_t index, int64_t size) const { return empty() ? nullptr : values_.data() + index * size; }

 private:
  std::vector<C> copy_;
  std::span<const C> values_;
};

struct RecurrentShape {
  int64_t steps, batch, inputs, directions, hidden, gates;
  int64_t rows() const { return gates * hidden; }
};

// One direction's weights of the states, and the attributes that its cell reads.
template <typename C>
struct RecurrentWeights {
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

// Computes the states' contribution to `count` gates from `first` on: from * (their rows of r)^T. Few rows are cheaper
// one by one, because a product of matrices copies r into its own order first.
template <typename C>
void MultiplyState(const StateMatrix<C>& from, const RecurrentWeights<C>& weights, int64_t first, int64_t count,
                   StateMatrix<C>& to) {
  constexpr int64_t kFewRows = 4;
  const int64_t hidden = weights.hidden;
  const auto r = weights.RecurrentRows(first * hidden, count * hidden);
  if constexpr (std::is_same_v<C, float>) {
    for (int64_t gate = first; gate < first + count && !weights.panels.empty(); ++gate) {
      weights.panels[static_cast<size_t>(gate)].Multiply(from.data(), from.rows(), nullptr, to.data() + gate * hidden,
                                                         to.cols());
    }
    if (!weights.panels.empty()) return;
    if (const VectorFunctions* here = VectorFunctionsHere(); here != nullptr && from.rows() == 1) {
      return here->row_dots(from.data(), r.data(), r.rows(), hidden, to.data() + first * hidden);
    }
  }
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
    if (Cell<C>::kPeepholes) p_ = WideValues<C>::template Of<T>(ctx.Input(7));
  }

  uint32_t Compute() {
    const uint32_t inside = RequireAllInside("sequence_lens", ctx_.Input(4), shape_.steps + 1);
    if (inside != kKernelOk) return inside;
    const auto y = Values<T>(ctx_.Output(0));
    const bool has_gaps = std::any_of(lengths_.begin(), lengths_.end(), [&](int64_t n) { return n < shape_.steps; });
    if (has_gaps) std::fill(y.begin(), y.end(), T(0));
    const int64_t chunk = ChunkSize();
    std::vector<Sequences> all;
    for (int64_t d = 0; d < shape_.directions; ++d) {
      Prepare(d);
      for (int64_t first = 0; first < shape_.batch; first += chunk) {
        all.push_back({d, first, std::min(chunk, shape_.batch - first)});
      }
    }
    if (all.empty()) return kKernelOk;
    const bool enough = static_cast<int64_t>(all.size()) >= aicpu::CpuKernelUtils::GetCPUNum(ctx_);
    return Packs() && enough ? RunApart(all) : RunTogether(all);
  }

 private:
  // Sequences of one direction that run side by side.
  struct Sequences {
    int64_t d, first, count;
  };

  // The data of one direction.
  struct Direction {
    bool backwards = false;
    Eigen::Matrix<C, 1, Eigen::Dynamic> bias;
  };

  // A direction's weights; nothing where they are used as they are.
  struct Panels {
    std::optional<RowPanels> inputs;
    std::vector<RowPanels> states;  // as RecurrentWeights::panels
  };

  // The gates of some steps as far as the input and the biases make them, step after step.
  struct Gates {
    Sequences of;
    StateMatrix<C> x;  // of the same steps, where they lie otherwise in x
    StateMatrix<C> values;
  };

  // Sequences between their steps.
  struct Chunk {
    Sequences of;
    Cell<C> cell;
    std::vector<RecurrentRow<C>> rows;
  };

  // Weights that a core's own cache keeps.
  static constexpr int64_t kNear = 1 << 18;

  // Returns whether packing the weights pays off.
  bool Packs() const {
    constexpr int64_t kFewProducts = 4;
    return std::is_same_v<C, float> && VectorFunctionsHere() != nullptr && shape_.steps * shape_.batch >= kFewProducts;
  }

  // Returns whether packing the states' weights pays off. A single sequence multiplies them in place as fast, unless
  // they stay in the cache.
  bool PacksStates() const {
    constexpr int64_t kManySteps = 16;
    return shape_.batch > 1 || (shape_.steps >= kManySteps && shape_.rows() * shape_.hidden <= kNear);
  }

  // Returns the number of sequences that run side by side. The weights are read once for all of them, so more is
  // better, but each thread needs some. Where the weights aren't packed, sums depend on this number. So it must not
  // depend on the number of threads there.
  int64_t ChunkSize() const {
    constexpr int64_t kFew = 8, kMany = 16;
    const auto pieces = [&](int64_t size) { return (shape_.batch + size - 1) / size; };
    const int64_t threads = aicpu::CpuKernelUtils::GetCPUNum(ctx_);
    const int64_t chunks = Packs() ? std::clamp(threads, pieces(kMany), pieces(kFew)) : pieces(kFew);
    return chunks == 0 ? 1 : pieces(chunks);
  }

  // Returns the number of steps whose gates stay in the second cache, beside the weights.
  int64_t StepsTogether(int64_t sequences) const {
    constexpr int64_t kGates = 1 << 14;
    return std::clamp<int64_t>(kGates / std::max<int64_t>(1, sequences * shape_.rows()), 1,
                               std::max<int64_t>(1, shape_.steps));
  }

  void Prepare(int64_t d) {
    Direction& direction = directions_[d];
    direction.backwards = reverse_ || d == 1;
    direction.bias.setZero(shape_.rows());
    if (const C* b = inputs_[3].Part(d, 2 * shape_.rows())) Cell<C>::InputBias(b, shape_, flag_, direction.bias);
  }

  Panels PanelsOf(int64_t d) const {
    Panels panels;
    if constexpr (std::is_same_v<C, float>) {
      if (!Packs()) return panels;
      const int64_t hidden = shape_.hidden;
      const VectorFunctions& here = *VectorFunctionsHere();
      panels.inputs.emplace(InputRows(d).data(), shape_.rows(), shape_.inputs, here);
      const float* r = inputs_[2].Part(d, shape_.rows() * hidden);
      for (int64_t gate = 0; gate < shape_.gates && PacksStates(); ++gate) {
        panels.states.emplace_back(r + gate * hidden * hidden, hidden, hidden, here);
      }
    }
    return panels;
  }

  // Runs each thread on its own, from the first step of its sequences to the last.
  uint32_t RunApart(const std::vector<Sequences>& all) {
    // A thread that packs weights itself has them in its cache. Larger weights are in no core's cache.
    const bool own = shape_.rows() * (shape_.inputs + shape_.hidden) <= kNear;
    Panels common[2];
    for (int64_t d = 0; d < shape_.directions && !own; ++d) common[d] = PanelsOf(d);
    const int64_t cost = shape_.steps * shape_.rows() * shape_.hidden * all[0].count;
    return ParallelRange(ctx_, static_cast<int64_t>(all.size()), cost, [&](int64_t begin, int64_t last) {
      Panels mine;
      for (int64_t i = begin; i < last; ++i) {
        const Sequences& of = all[static_cast<size_t>(i)];
        if (own && (i == begin || all[static_cast<size_t>(i - 1)].d != of.d)) mine = PanelsOf(of.d);
        const Panels& panels = own ? mine : common[of.d];
        Gates gates = NewGates(of);
        Chunk chunk = NewChunk(of, panels);
        const int64_t together = StepsTogether(of.count);
        for (int64_t step = 0; step < shape_.steps; step += together) {
          const int64_t end = std::min(step + together, shape_.steps);
          Project(gates, panels, step, 0, (end - step) * of.count);
          Run(chunk, gates, step, end);
        }
        StoreLast(chunk);
      }
    });
  }

  // Runs all threads on the products of the input, then the threads that have sequences on their steps.
  uint32_t RunTogether(const std::vector<Sequences>& all) {
    Panels panels[2];
    std::vector<Gates> gates;
    std::vector<Chunk> chunks;
    for (int64_t d = 0; d < shape_.directions; ++d) {
      panels[d] = PanelsOf(d);
      gates.push_back(NewGates({d, 0, shape_.batch}));
    }
    for (const Sequences& of : all) chunks.push_back(NewChunk(of, panels[of.d]));
    const int64_t together = StepsTogether(shape_.batch);
    constexpr int64_t kRows = 64;
    for (int64_t step = 0; step < shape_.steps; step += together) {
      const int64_t end = std::min(step + together, shape_.steps), rows = (end - step) * shape_.batch;
      for (Gates& of : gates) {
        const int64_t cost = kRows * shape_.rows() * (shape_.inputs + 1);
        const uint32_t status = ParallelRange(ctx_, (rows + kRows - 1) / kRows, cost, [&](int64_t from, int64_t to) {
          Project(of, panels[of.of.d], step, from * kRows, std::min(to * kRows, rows) - from * kRows);
        });
        if (status != kKernelOk) return status;
      }
      const int64_t cost = (end - step) * shape_.rows() * shape_.hidden * all[0].count;
      const auto count = static_cast<int64_t>(chunks.size());
      const uint32_t status = ParallelRange(ctx_, count, cost, [&](int64_t from, int64_t to) {
        for (auto i = static_cast<size_t>(from); i < static_cast<size_t>(to); ++i) {
          Run(chunks[i], gates[static_cast<size_t>(chunks[i].of.d)], step, end);
        }
      });
      if (status != kKernelOk) return status;
    }
    for (const Chunk& chunk : chunks) StoreLast(chunk);
    return kKernelOk;
  }

  Eigen::Map<const StateMatrix<C>> InputRows(int64_t d) const {
    return {inputs_[1].Part(d, shape_.rows() * shape_.inputs), shape_.rows(), shape_.inputs};
  }

  // Returns the place of a sequence's step in x and y, counted in steps of single sequences. -1: the sequence has no
  // such step.
  int64_t PlaceOf(const Direction& direction, int64_t step, int64_t sequence) const {
    const int64_t length = lengths_[static_cast<size_t>(sequence)];
    if (step >= length) return -1;
    return (direction.backwards ? length - 1 - step : step) * shape_.batch + sequence;
  }

  Gates NewGates(const Sequences& of) const {
    const int64_t rows = StepsTogether(of.count) * of.count;
    Gates gates{of, {}, StateMatrix<C>(rows, shape_.rows())};
    if (directions_[of.d].backwards || of.count != shape_.batch) gates.x.resize(rows, shape_.inputs);
    return gates;
  }

  // Computes `count` rows, from `first` on, of the gates of the steps from `begin` on.
  void Project(Gates& gates, const Panels& panels, int64_t begin, int64_t first, int64_t count) const {
    const Direction& direction = directions_[gates.of.d];
    const int64_t inputs = shape_.inputs;
    const C* x = inputs_[0].Part(begin * shape_.batch + first, inputs);
    if (gates.x.size() != 0) {
      for (int64_t row = first; row < first + count; ++row) {
        const int64_t place = PlaceOf(direction, begin + row / gates.of.count, gates.of.first + row % gates.of.count);
        if (place < 0) {
          gates.x.row(row).setZero();
        } else {
          std::copy_n(inputs_[0].Part(place, inputs), inputs, gates.x.row(row).data());
        }
      }
      x = gates.x.data() + first * inputs;
    }
    auto part = gates.values.middleRows(first, count);
    if constexpr (std::is_same_v<C, float>) {
      if (panels.inputs) return panels.inputs->Multiply(x, count, direction.bias.data(), part.data(), shape_.rows());
    }
    part.rowwise() = direction.bias;
    if (inputs == 0) return;
    part.noalias() += Eigen::Map<const StateMatrix<C>>(x, count, inputs) * InputRows(gates.of.d).transpose();
  }

  // Returns the sequences with their initial states, before their first step.
  Chunk NewChunk(const Sequences& of, const Panels& panels) const {
    const int64_t hidden = shape_.hidden;
    const RecurrentWeights<C> weights{inputs_[2].Part(of.d, shape_.rows() * hidden),
                                      inputs_[3].Part(of.d, 2 * shape_.rows()),
                                      p_.Part(of.d, 3 * hidden),
                                      panels.states,
                                      activations_.data() + static_cast<size_t>(of.d) * per_direction_,
                                      clip_,
                                      flag_,
                                      hidden};
    Chunk chunk{of, Cell<C>(weights, of.count), {}};
    for (size_t state = 0; state < chunk.cell.states.size(); ++state) {
      const auto initial = Values<const T>(ctx_.Input(static_cast<uint32_t>(5 + state)));
      if (initial.empty()) continue;
      chunk.cell.states[state] =
          Eigen::Map<const StateMatrix<T>>(initial.data() + OffsetOf(chunk), of.count, hidden).template cast<C>();
    }
    return chunk;
  }

  // Returns the offset of the sequences' states in a tensor of all states, in elements.
  int64_t OffsetOf(const Chunk& chunk) const { return (chunk.of.d * shape_.batch + chunk.of.first) * shape_.hidden; }

  // Steps [begin, end), whose gates are there.
  void Run(Chunk& chunk, const Gates& gates, int64_t begin, int64_t end) const {
    const Sequences& of = chunk.of;
    const Direction& direction = directions_[of.d];
    const auto y = Values<T>(ctx_.Output(0));
    const int64_t hidden = shape_.hidden;
    for (int64_t step = begin; step < end; ++step) {
      chunk.rows.clear();
      for (int64_t i = 0; i < of.count; ++i) {
        if (PlaceOf(direction, step, of.first + i) < 0) continue;
        const int64_t row = (step - begin) * gates.of.count + of.first - gates.of.first + i;
        chunk.rows.push_back({i, gates.values.data() + row * shape_.rows()});
      }
      chunk.cell.Step(chunk.rows);
      if (y.empty()) continue;
      for (const RecurrentRow<C>& row : chunk.rows) {
        const int64_t place = PlaceOf(direction, step, of.first + row.state), t = place / shape_.batch;
        T* to = y.data() + ((t * shape_.directions + of.d) * shape_.batch + place % shape_.batch) * hidden;
        Eigen::Map<Eigen::Matrix<T, 1, Eigen::Dynamic>>(to, hidden) =
            chunk.cell.states[0].row(row.state).template cast<T>();
      }
    }
  }

  // Stores the states after the last step.
  void StoreLast(const Chunk& chunk) const {
    for (size_t state = 0; state < chunk.cell.states.size(); ++state) {
      const auto last = Values<T>(ctx_.Output(static_cast<uint32_t>(1 + state)));
      if (last.empty()) continue;
      Eigen::Map<StateMatrix<T>>(last.data() + OffsetOf(chunk), chunk.of.count, shape_.hidden) =
          chunk.cell.states[state].template cast<T>();
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
  Direction directions_[2];
};

}  // namespace opdk
