// Random graphs of rows, in the IR's text form.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace opdk::tests {

// Returns the text of a graph of one input, %x.
inline std::string Net(const std::string& body, const std::string& outputs, const std::string& shape = "1,32") {
  return fmt::format("graph net {{\n  %x = Data {{index: 0}} : float[{}]\n{}  %o = NetOutput(x: [{}])\n}}\n", shape,
                     body, outputs);
}

// Rows of elements, joined, cut, reshaped and worked on by chance.
class RandomRows {
 public:
  explicit RandomRows(unsigned seed, int operators = 30) : random_(seed) {
    for (int i = 0; i < operators; ++i) Add();
    std::vector<std::string> outputs;
    for (size_t i = 1; i < tensors_.size(); ++i) {
      if (Draw(14) == 0 || i + 1 == tensors_.size()) outputs.push_back(tensors_[i].name);
    }
    text_ = Net(text_, fmt::format("{}", fmt::join(outputs, ", ")));
  }
  const std::string& text() const { return text_; }

 private:
  struct Row {
    std::string name;
    int64_t rows, columns;
  };
  int Draw(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  const Row& Any() { return tensors_[static_cast<size_t>(Draw(static_cast<int>(tensors_.size())))]; }
  std::string Named(const std::string& call, const char* outputs = "_") {
    const std::string name = fmt::format("%n{}", next_++);
    text_ += fmt::format("  {} = {} : y: {}\n", name, call, outputs);
    return name;
  }

  void Join() {
    const int axis = Draw(2);
    const Row first = Any();
    std::vector<std::string> names{first.name};
    Row whole = first;
    for (int tries = 0; tries < 12 && names.size() < 4; ++tries) {
      const Row& next = Any();
      if (axis == 0 ? next.columns != first.columns : next.rows != first.rows) continue;
      if (whole.rows * whole.columns + next.rows * next.columns > 2048) continue;
      (axis == 0 ? whole.rows : whole.columns) += axis == 0 ? next.rows : next.columns;
      names.push_back(next.name);
    }
    whole.name =
        Named(fmt::format("ConcatD(x: [{}]) {{concat_dim: {}, N: {}}}", fmt::join(names, ", "), axis, names.size()));
    tensors_.push_back(whole);
  }

  void Cut() {
    const Row whole = Any();
    const int axis = whole.rows > 1 ? Draw(2) : 1;
    const int64_t extent = axis == 0 ? whole.rows : whole.columns;
    if (extent < 2) return;
    const int64_t first = Draw(2) == 0 && extent > 16 ? 16 : 1 + Draw(static_cast<int>(extent - 1));
    const std::string name = Named(fmt::format("SplitVD(x: {}) {{size_splits: [{}, {}], split_dim: {}, num_split: 2}}",
                                               whole.name, first, extent - first, axis),
                                   "[_, _]");
    for (const int64_t part : {first, extent - first}) {
      tensors_.push_back({part == first && tensors_.back().name != name ? name : name + ":y1",
                          axis == 0 ? part : whole.rows, axis == 0 ? whole.columns : part});
    }
  }

  void Add() {
    const Row one = Any();
    switch (Draw(7)) {
      case 0:
      case 1:
        return Join();
      case 2:
        return Cut();
      case 3: {
        const std::string shape = fmt::format("%s{}", next_++);
        text_ += fmt::format("  {} = Const {{value: int64[2](1, {})}}\n", shape, one.rows * one.columns);
        tensors_.push_back(
            {Named(fmt::format("Reshape(x: {}, shape: {})", one.name, shape)), 1, one.rows * one.columns});
        return;
      }
      case 4: {
        const std::string constant = fmt::format("%c{}", next_++);
        text_ += fmt::format("  {} = Const {{value: float[1,{}](0.5 ...)}}\n", constant, one.columns);
        tensors_.push_back({Named(fmt::format("Add(x1: {}, x2: {})", one.name, constant)), one.rows, one.columns});
        return;
      }
      default:
        // Computes in place if no later operator reads the operand.
        tensors_.push_back(
            {Named(fmt::format("{}(x: {})", Draw(2) == 0 ? "Relu" : "Tanh", one.name)), one.rows, one.columns});
    }
  }

  std::mt19937 random_;
  std::string text_;
  std::vector<Row> tensors_{{"%x", 1, 32}};
  int next_ = 0;
};

}  // namespace opdk::tests
