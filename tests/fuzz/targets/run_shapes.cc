// Random graphs of views, joins and branches, whose inputs' extents come with each run. Runs are compared with a plain
// evaluation. Shapes that don't fit are refused; all others give the evaluation's numbers, in an offline model too.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/fuzz/graph_use.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {
namespace {

using Dims = std::vector<int64_t>;

// The bytes of the input, one after the other, and zeros behind them.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}
  int64_t Below(int64_t count) {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte % count;
  }
  bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

struct Value {
  Dims dims;
  std::vector<float> numbers;
};

int64_t Count(const Dims& dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<int64_t>());
}

enum class Kind { kReshape, kSqueeze, kNeg, kAdd, kConcat, kBranch, kCount };

struct Op {
  Kind kind;
  size_t x = 0, y = 0;  // values that it takes
  Dims dims;            // kReshape, kBranch: of the result, at most one of them -1
  int64_t axis = 0;     // kSqueeze, kConcat
};

constexpr size_t kInputs = 2;  // and the branches' condition behind them

std::optional<Value> Reshaped(Value value, Dims dims) {
  int64_t known = 1;
  for (const int64_t dim : dims) known *= dim < 0 ? 1 : dim;
  for (int64_t& dim : dims) {
    if (dim < 0) dim = Count(value.dims) / known;
  }
  if (Count(dims) != Count(value.dims)) return std::nullopt;
  value.dims = std::move(dims);
  return value;
}

std::optional<Value> Negative(Value value) {
  for (float& number : value.numbers) number = -number;
  return value;
}

std::optional<Value> Joined(const Value& a, const Value& b, int64_t axis) {
  if (a.dims.size() != b.dims.size() || axis >= static_cast<int64_t>(a.dims.size())) return std::nullopt;
  Value joined{a.dims, {}};
  const auto at = static_cast<size_t>(axis);
  for (size_t i = 0; i < a.dims.size(); ++i) {
    if (i != at && a.dims[i] != b.dims[i]) return std::nullopt;
  }
  joined.dims[at] += b.dims[at];
  const auto before = static_cast<size_t>(Count({a.dims.begin(), a.dims.begin() + axis}));
  for (size_t i = 0; i < before; ++i) {
    for (const Value* part : {&a, &b}) {
      const size_t size = part->numbers.size() / before;
      const auto begin = part->numbers.begin() + static_cast<std::ptrdiff_t>(i * size);
      joined.numbers.insert(joined.numbers.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
    }
  }
  return joined;
}

// Adds with NumPy's rule of broadcasting.
std::optional<Value> Sum(const Value& a, const Value& b) {
  const size_t rank = std::max(a.dims.size(), b.dims.size());
  const auto extent = [&](const Value& value, size_t axis) {
    const size_t missing = rank - value.dims.size();
    return axis < missing ? 1 : value.dims[axis - missing];
  };
  Value sum;
  for (size_t axis = 0; axis < rank; ++axis) {
    const int64_t left = extent(a, axis), right = extent(b, axis);
    if (left != right && left != 1 && right != 1) return std::nullopt;
    sum.dims.push_back(left == 1 ? right : left);
  }
  for (int64_t i = 0; i < Count(sum.dims); ++i) {
    const auto element = [&](const Value& value) {
      int64_t rest = i, at = 0, stride = 1;
      for (size_t axis = rank; axis-- > 0; rest /= sum.dims[axis]) {
        if (extent(value, axis) != 1) at += rest % sum.dims[axis] * stride;
        stride *= extent(value, axis);
      }
      return value.numbers[static_cast<size_t>(at)];
    };
    sum.numbers.push_back(element(a) + element(b));
  }
  return sum;
}

std::optional<Value> Evaluate(const Op& op, const std::vector<Value>& values, bool condition) {
  const Value& x = values[op.x];
  switch (op.kind) {
    case Kind::kReshape:
      return Reshaped(x, op.dims);
    case Kind::kSqueeze: {
      Value value = x;
      if (op.axis >= static_cast<int64_t>(x.dims.size()) || x.dims[static_cast<size_t>(op.axis)] != 1)
        return std::nullopt;
      value.dims.erase(value.dims.begin() + op.axis);
      return value;
    }
    case Kind::kNeg:
      return Negative(x);
    case Kind::kAdd:
      return Sum(x, values[op.y]);
    case Kind::kConcat:
      return Joined(x, values[op.y], op.axis);
    default:
      return condition ? Reshaped(x, op.dims) : Negative(x);
  }
}

std::string ShapeText(const Dims& dims) { return fmt::format("({})", fmt::join(dims, ", ")); }

// Returns the text of an If: a branch with a view, and one with a kernel.
std::string BranchText(const Op& op, size_t number) {
  return fmt::format(
      "  %v{0} = If(cond: %c, input: [%v{1}]) : output: [_]\n"
      "    then_branch t {{\n      %a = Data {{index: 0}} : _\n      %s = Const {{value: int64[{2}]{3}}}\n"
      "      %r = Reshape(x: %a, shape: %s) : y: _\n      %o = NetOutput(x: [%r])\n    }}\n"
      "    else_branch e {{\n      %a = Data {{index: 0}} : _\n      %r = Neg(x: %a) : y: _\n"
      "      %o = NetOutput(x: [%r])\n    }}\n",
      number, op.x, op.dims.size(), ShapeText(op.dims));
}

std::string OpText(const Op& op, size_t number) {
  switch (op.kind) {
    case Kind::kReshape:
      return fmt::format("  %s{0} = Const {{value: int64[{2}]{3}}}\n  %v{0} = Reshape(x: %v{1}, shape: %s{0}) : y: _\n",
                         number, op.x, op.dims.size(), ShapeText(op.dims));
    case Kind::kSqueeze:
      return fmt::format("  %v{} = Squeeze(x: %v{}) {{axis: [{}]}} : y: _\n", number, op.x, op.axis);
    case Kind::kNeg:
      return fmt::format("  %v{} = Neg(x: %v{}) : y: _\n", number, op.x);
    case Kind::kAdd:
      return fmt::format("  %v{} = Add(x1: %v{}, x2: %v{}) : y: _\n", number, op.x, op.y);
    case Kind::kConcat:
      return fmt::format("  %v{} = ConcatD(x: [%v{}, %v{}]) {{concat_dim: {}, N: 2}} : y: _\n", number, op.x, op.y,
                         op.axis);
    default:
      return BranchText(op, number);
  }
}

// A graph, and the shapes of its runs.
struct Problem {
  std::vector<Dims> declared;  // -1: of the run
  std::vector<Op> ops;
  std::vector<size_t> outputs;

  std::string Text() const {
    std::string text = "graph g {\n";
    for (size_t i = 0; i < kInputs; ++i) {
      std::vector<std::string> dims;
      for (const int64_t dim : declared[i]) dims.push_back(dim < 0 ? "?" : std::to_string(dim));
      text += fmt::format("  %v{} = Data {{index: {}}} : float[{}]\n", i, i, fmt::join(dims, ","));
    }
    text += fmt::format("  %c = Data {{index: {}}} : bool[]\n", kInputs);
    for (size_t i = 0; i < ops.size(); ++i) text += OpText(ops[i], kInputs + i);
    std::vector<std::string> names;
    for (const size_t output : outputs) names.push_back(fmt::format("%v{}", output));
    return text + fmt::format("  %o = NetOutput(x: [{}])\n}}\n", fmt::join(names, ", "));
  }

  // Returns the outputs; nullopt: some shape doesn't fit.
  std::optional<std::vector<Value>> Outputs(std::vector<Value> values, bool condition) const {
    for (const Op& op : ops) {
      std::optional<Value> value = Evaluate(op, values, condition);
      if (!value) return std::nullopt;
      values.push_back(*std::move(value));
    }
    std::vector<Value> results;
    for (const size_t output : outputs) results.push_back(values[output]);
    return results;
  }
};

Problem MakeProblem(Choices& choices) {
  Problem problem;
  for (size_t i = 0; i < kInputs; ++i) {
    Dims& dims = problem.declared.emplace_back(static_cast<size_t>(1 + choices.Below(3)));
    for (int64_t& dim : dims) dim = choices.Below(3) > 0 ? -1 : 1 + choices.Below(4);
  }
  const auto count = static_cast<size_t>(1 + choices.Below(6));
  std::vector<bool> used(kInputs + count, false);
  for (size_t i = 0; i < count; ++i) {
    const auto before = static_cast<int64_t>(kInputs + i);
    Op op{static_cast<Kind>(choices.Below(static_cast<int64_t>(Kind::kCount))), 0, 0, {}, 0};
    op.x = static_cast<size_t>(choices.Below(before));
    op.y = static_cast<size_t>(choices.Below(before));
    op.axis = choices.Below(2);
    op.dims.resize(static_cast<size_t>(1 + choices.Below(3)));
    for (int64_t& dim : op.dims) dim = 1 + choices.Below(6);
    if (choices.Below(3) == 0) op.dims.front() = -1;
    used[op.x] = true;
    used[op.y] = used[op.y] || op.kind == Kind::kAdd || op.kind == Kind::kConcat;
    problem.ops.push_back(std::move(op));
  }
  for (size_t i = kInputs; i < used.size(); ++i) {
    if (!used[i] || choices.Below(4) == 0) problem.outputs.push_back(i);
  }
  return problem;
}

ge::Tensor TensorOf(const Value& value) {
  return ge::Tensor(ge::TensorDesc(ge::Shape(value.dims), ge::FORMAT_ND, ge::DT_FLOAT),
                    reinterpret_cast<const uint8_t*>(value.numbers.data()), value.numbers.size() * sizeof(float));
}

void Judge(const Problem& problem, const Executable& model, const std::vector<Value>& values, bool condition) {
  std::vector<ge::Tensor> inputs;
  for (const Value& value : values) inputs.push_back(TensorOf(value));
  const auto truth = static_cast<uint8_t>(condition);
  inputs.emplace_back(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL), &truth, 1);
  const auto expected = problem.Outputs(values, condition);
  const auto given = model.Run(inputs);
  std::string place = problem.Text();
  for (const Value& value : values) place += ShapeText(value.dims) + "\n";
  Expect(given.ok() == expected.has_value(),
         place + (given.ok() ? "shapes that don't fit were run" : given.status().ToString()));
  for (size_t i = 0; given.ok() && i < given->size(); ++i) {
    const ge::Tensor& tensor = given->at(i);
    const Value& right = expected->at(i);
    const bool equal =
        tensor.GetTensorDesc().GetShape().GetDims() == right.dims &&
        tensor.GetSize() == right.numbers.size() * sizeof(float) &&
        (right.numbers.empty() || std::memcmp(tensor.GetData(), right.numbers.data(), tensor.GetSize()) == 0);
    Expect(equal, fmt::format("{}output {} is wrong", place, i));
  }
}

Result<CompiledSession> Offline(Session& session, Graph graph) {
  OPDK_TRY(const std::string bytes, session.Offline(std::move(graph)));
  const std::shared_ptr<std::byte> memory = NewSharedAligned(bytes.size());
  std::memcpy(memory.get(), bytes.data(), bytes.size());
  return session.LoadBytes({{reinterpret_cast<const char*>(memory.get()), bytes.size()}, memory});
}

}  // namespace

void RunShapes(std::string_view bytes) {
  static const std::unique_ptr<Session> session = [] {
    CompileOptions options;
    options.engine = "ai_cpu";  // its kernels need no compiler
    options.threads = 1;
    options.specialize = false;
    auto made = Session::Create(TestPackages(), options);
    Expect(made.ok(), made.ok() ? "" : made.status().ToString());
    return *std::move(made);
  }();
  Choices choices(bytes);
  const Problem problem = MakeProblem(choices);
  auto graph = Parse(problem.Text());
  Expect(graph.ok(), graph.ok() ? "" : problem.Text() + graph.status().ToString());
  auto compiled = session->Compile(std::move(*graph->Clone()));
  if (!compiled.ok()) return;  // shapes that are known already don't fit
  auto offline = Offline(*session, *std::move(graph));
  Expect(offline.ok(), offline.ok() ? "" : problem.Text() + offline.status().ToString());
  for (int run = 0; run < 4; ++run) {
    std::vector<Value> values;
    for (const Dims& declared : problem.declared) {
      Value& value = values.emplace_back();
      for (const int64_t dim : declared) value.dims.push_back(dim < 0 ? choices.Below(7) : dim);
      value.numbers.resize(static_cast<size_t>(Count(value.dims)));
      std::iota(value.numbers.begin(), value.numbers.end(), 1.0F);
    }
    const bool condition = choices.Below(2) > 0;
    Judge(problem, compiled->model, values, condition);
    Judge(problem, offline->model, values, condition);
  }
}

}  // namespace opdk::fuzz
