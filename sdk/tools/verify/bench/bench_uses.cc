#include "sdk/tools/verify/bench/bench_uses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/cases/columns.h"
#include "sdk/tools/verify/cases/search_use.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/run/run_case.h"

namespace opdk::verify {
namespace {

using Shape = std::vector<int64_t>;
using Shapes = std::vector<Shape>;

constexpr std::array kSizes = {"small", "medium", "large"};
constexpr int64_t kMostElements = int64_t{1} << 28;
constexpr std::array<size_t, 3> kGrownBytes = {size_t{64} << 10, size_t{2} << 20, size_t{32} << 20};

// Returns the same patterns in three sizes, likely ones first. No two extents of a pattern are equal by chance.
const std::array<std::vector<Shapes>, 3>& UsualShapes() {
  static const std::array<std::vector<Shapes>, 3> shapes = {{
      {{{64, 128}, {64, 128}, {64, 128}},
       {{64, 96}, {96, 128}, {128}},
       {{1, 16, 28, 28}, {32, 16, 3, 3}, {32}},
       {{1, 16, 28, 28}, {16, 32, 3, 3}, {32}},
       {{4, 16, 28, 28}, {16}, {16}},
       {{8, 32, 128}, {128}, {128}},
       {{64, 128}, {}, {}},
       {{4, 16, 32, 30}, {4, 16, 32, 30}, {4, 16, 32, 30}},
       {{4, 32, 64}, {4, 64, 48}, {48}},
       {{2, 16, 64}, {32, 16, 3}, {32}},
       {{8, 32, 128}, {8, 32, 128}, {8, 32, 128}},
       {{8192}, {8192}, {8192}}},
      {{{512, 1024}, {512, 1024}, {512, 1024}},
       {{256, 384}, {384, 512}, {512}},
       {{1, 64, 56, 56}, {64, 64, 3, 3}, {64}},
       {{1, 64, 56, 56}, {64, 64, 3, 3}, {64}},
       {{8, 64, 56, 56}, {64}, {64}},
       {{8, 128, 512}, {512}, {512}},
       {{512, 1024}, {}, {}},
       {{8, 32, 64, 60}, {8, 32, 64, 60}, {8, 32, 64, 60}},
       {{12, 128, 64}, {12, 64, 96}, {96}},
       {{8, 64, 256}, {64, 64, 3}, {64}},
       {{8, 128, 512}, {8, 128, 512}, {8, 128, 512}},
       {{524288}, {524288}, {524288}}},
      {{{4096, 2048}, {4096, 2048}, {4096, 2048}},
       {{1024, 1536}, {1536, 2048}, {2048}},
       {{8, 128, 56, 56}, {128, 128, 3, 3}, {128}},
       {{4, 128, 56, 56}, {128, 128, 3, 3}, {128}},
       {{32, 64, 64, 64}, {64}, {64}},
       {{16, 512, 1024}, {1024}, {1024}},
       {{4096, 2048}, {}, {}},
       {{32, 64, 64, 60}, {32, 64, 64, 60}, {32, 64, 64, 60}},
       {{48, 512, 64}, {48, 64, 384}, {384}},
       {{32, 128, 1024}, {128, 128, 3}, {128}},
       {{16, 512, 1024}, {16, 512, 1024}, {16, 512, 1024}},
       {{8388608}, {8388608}, {8388608}}},
  }};
  return shapes;
}

TensorValues DrawnBelow(int64_t extent) {
  TensorValues values;
  values.random = Written::Entry("uniform", Written::List(std::vector<int64_t>{0, extent - 1}));
  return values;
}

// Returns inputs of integers: indices of a first axis, axes, permutations, counts.
std::vector<std::pair<Shape, TensorValues>> UsualIntegers(int64_t indices) {
  return {{{indices}, DrawnBelow(indices)}, {{1}, IntegerData({1})},       {{}, IntegerData({1}, true)},
          {{2}, IntegerData({1, 0})},       {{1}, IntegerData({0})},       {{2}, IntegerData({2, 3})},
          {{4}, IntegerData({0, 2, 3, 1})}, {{3}, IntegerData({1, 0, 2})}, {{4}, IntegerData({0, 1, 0, 1})}};
}

// Values of required attributes: windows, axes, permutations.
const std::vector<Shape> kIntLists = {{3, 3}, {1}, {1, 0}, {0}, {0, 1}, {1, 1}, {3}, {0, 2, 3, 1}};

// One use for each size.
using Ladder = std::array<OperatorUse, 3>;

class Uses {
 public:
  Uses(const BenchRequest& request, const TestHarness& harness, OpDesc prototype, const OpInfo& info)
      : request_(request),
        harness_(harness),
        prototype_(std::move(prototype)),
        info_(info),
        columns_(ColumnsOf(info)) {}

  // Adds the uses of one dtype. Their names don't include the dtype.
  Status Add(ge::DataType dtype, const std::vector<OpCase>& examples, std::vector<OpCase>& cases) {
    refusal_ = Status();
    const std::vector<OperatorUse> author_uses = UsesOfCases(examples);
    if (!request_.shapes.empty()) {
      for (const Shapes& shapes : request_.shapes) OPDK_TRY(AddGiven(dtype, shapes, author_uses, cases));
      return Status();
    }
    std::vector<Ladder> ladders = FromExamples(author_uses);
    for (const EngineOpInfo& engine : info_.engines) Search(engine, ladders);
    for (Ladder& ladder : ladders) {
      if (AddLadder(dtype, ladder, cases)) return Status();
    }
    // No usual shapes fit: grow an example, or any legal use.
    std::vector<OperatorUse> seeds = author_uses;
    for (const EngineOpInfo& engine : info_.engines) {
      auto found = CandidateUses(prototype_, engine);
      std::move(found.begin(), found.end(), std::back_inserter(seeds));
    }
    for (OperatorUse& seed : seeds) {
      if (!Fit(dtype, seed) || !IsLegal(seed)) continue;
      for (size_t size = 0; size < kSizes.size(); ++size) {
        if (Grow(seed, kGrownBytes[size])) Write(kSizes[size], dtype, seed, cases);
      }
      return Status();
    }
    return Status(ErrorCode::kNothingSelected,
                  fmt::format("no inputs of {} that are worth timing were found", request_.op))
        .Hint("give them: --shape 64x1000, or a whole case with --case; opdk bench --help has examples");
  }

  bool Takes(ge::DataType dtype) const {
    if (columns_.empty()) return true;
    return std::any_of(columns_.begin(), columns_.end(), [&](const Column& column) { return Leads(column, dtype); });
  }
  std::vector<std::string> Dtypes() const {
    std::vector<std::string> names;
    for (const Column& column : columns_) {
      const auto found = column.dtypes.find(Leading());
      if (found == column.dtypes.end()) continue;
      const std::string name = DtypeName(found->second);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
  }
  ge::DataType DefaultDtype() const {
    if (columns_.empty() || Takes(ge::DT_FLOAT)) return ge::DT_FLOAT;
    const auto found = columns_[0].dtypes.find(Leading());
    return found == columns_[0].dtypes.end() ? ge::DT_FLOAT : found->second;
  }

 private:
  // Returns the input whose dtype counts: the first one that holds more than indices.
  std::string Leading() const {
    for (const IrPort& port : prototype_.ir_inputs) {
      if (!HoldsIntegers(port.name)) return port.name;
    }
    return prototype_.ir_inputs.empty() ? "" : prototype_.ir_inputs[0].name;
  }
  bool HoldsIntegers(const std::string& port) const {
    return !info_.engines.empty() &&
           std::all_of(info_.engines.begin(), info_.engines.end(),
                       [&](const EngineOpInfo& engine) { return IntegersOnly(engine, port); });
  }
  bool Leads(const Column& column, ge::DataType dtype) const {
    const auto found = column.dtypes.find(Leading());
    return found != column.dtypes.end() && found->second == dtype;
  }

  // Returns the uses of the author's cases. A case that is refused isn't a use.
  std::vector<OperatorUse> UsesOfCases(const std::vector<OpCase>& examples) const {
    std::vector<OperatorUse> author_uses;
    for (const OpCase& example : examples) {
      if (example.op != request_.op || example.dtypes.empty() || author_uses.size() == 8) continue;
      const auto instance = Instantiate(example, example.dtypes[0], prototype_);
      if (!instance.ok() || !instance->runnable() || !instance->fails.empty() || !instance->fails_at_run.empty() ||
          instance->refused) {
        continue;
      }
      OperatorUse use = UseOf(example, *instance);
      use.frame = OpCase();
      use.frame.op = request_.op;
      for (UseInput& input : use.inputs) {
        input.fixed = HoldsIntegers(input.port);
        if (!input.fixed) input.range = Written();
      }
      author_uses.push_back(std::move(use));
    }
    return author_uses;
  }

  // Returns uses with an example's attributes and ports, and usual shapes.
  static std::vector<Ladder> FromExamples(const std::vector<OperatorUse>& author_uses) {
    std::vector<Ladder> ladders;
    for (const OperatorUse& use : author_uses) {
      for (size_t pattern = 0; pattern < UsualShapes()[0].size(); ++pattern) {
        Ladder ladder;
        for (size_t size = 0; size < kSizes.size(); ++size) {
          ladder[size] = use;
          size_t tensor = 0;
          for (UseInput& input : ladder[size].inputs) {
            const Shapes& shapes = UsualShapes()[size][pattern];
            if (!input.fixed) input.shape = shapes[std::min(tensor++, shapes.size() - 1)];
          }
        }
        ladders.push_back(std::move(ladder));
      }
    }
    return ladders;
  }

  void Search(const EngineOpInfo& engine, std::vector<Ladder>& ladders) const {
    std::array<std::vector<OperatorUse>, 3> candidates;
    constexpr std::array<int64_t, 3> kIndices = {32, 256, 2048};
    for (size_t size = 0; size < kSizes.size(); ++size) {
      candidates[size] =
          CandidateUses(prototype_, engine, {UsualShapes()[size], UsualIntegers(kIndices[size]), kIntLists});
    }
    for (size_t i = 0; i < candidates[0].size(); ++i) {
      ladders.push_back({candidates[0][i], candidates[1][i], candidates[2][i]});
    }
  }

  // Applies the column of the dtype, and the requested attributes. Returns false if no column has the dtype.
  bool Fit(ge::DataType dtype, OperatorUse& use) const {
    for (const auto& [name, value] : request_.attrs) use.attrs[name] = value;
    for (UseInput& input : use.inputs) {
      if (!input.fixed) input.dtype = dtype;
    }
    if (columns_.empty()) return true;
    for (const Column& column : columns_) {
      if (!Leads(column, dtype)) continue;
      Apply(column, use);
      return true;
    }
    return false;
  }

  bool IsLegal(const OperatorUse& use) {
    TensorValues ones;
    ones.fill = Written("1");
    OperatorUse filled = use;  // drawing large tensors takes long, and drawn values don't affect legality
    for (UseInput& input : filled.inputs) {
      if (!input.fixed) input.literal = ones;
      input.fixed = true;
    }
    OpCase candidate = filled.ToCase("candidate");
    candidate.file = "candidate";
    auto instance = Instantiate(candidate, ge::DT_FLOAT, prototype_);
    if (!instance.ok()) return Refused(instance.status());
    Status inferred = VerifyAndInfer(*harness_.packages, instance.value());
    if (!inferred.ok()) return Refused(std::move(inferred));
    for (const Port& output : instance->op.outputs) {
      const int64_t count = ElementCount(output.desc.GetShape().GetDims());
      if (count <= 0 || count > kMostElements) {
        return Refused(Status(ErrorCode::kInferShape, fmt::format("output {} has the shape [{}]", output.name,
                                                                  DimsText(output.desc.GetShape().GetDims()))));
      }
    }
    if (AnyEngineTakes(instance->op, *harness_.packages)) {
      return true;
    }
    return Refused(Status(ErrorCode::kNoEngine, "no engine takes " + use.Describe()));
  }
  // Keeps the first refusal, which is the likeliest candidate's. Returns false.
  bool Refused(Status status) {
    if (refusal_.ok()) refusal_ = std::move(status);
    return false;
  }

  bool AddLadder(ge::DataType dtype, Ladder& ladder, std::vector<OpCase>& cases) {
    if (!Fit(dtype, ladder[0]) || !IsLegal(ladder[0])) return false;
    for (size_t size = 0; size < kSizes.size(); ++size) {
      if (size > 0 && (!Fit(dtype, ladder[size]) || !IsLegal(ladder[size]))) continue;
      Write(kSizes[size], dtype, ladder[size], cases);
    }
    return true;
  }

  // Doubles extents in turn, as long as the use is legal.
  bool Grow(OperatorUse& use, size_t bytes) {
    const auto size = [](const OperatorUse& grown) {
      int64_t count = 0;
      for (const UseInput& input : grown.inputs) count += ElementCount(input.shape);
      return static_cast<size_t>(count) * sizeof(float);
    };
    bool grew = false;
    for (bool more = true; more && size(use) < bytes;) {
      more = false;
      std::set<int64_t> extents;
      for (const UseInput& input : use.inputs) {
        if (!input.fixed) extents.insert(input.shape.begin(), input.shape.end());
      }
      for (const int64_t extent : extents) {
        OperatorUse larger = use;
        for (UseInput& input : larger.inputs) {
          if (!input.fixed) std::replace(input.shape.begin(), input.shape.end(), extent, 2 * extent);
        }
        if (extent <= 1 || size(larger) > 2 * bytes || !IsLegal(larger)) continue;
        use = std::move(larger);
        grew = more = true;
        break;
      }
    }
    return grew;
  }

  // Returns uses with these shapes for the first inputs, and candidate shapes for the others.
  std::vector<OperatorUse> WithShapes(const Shapes& given, const std::vector<OperatorUse>& author_uses) const {
    const Shape& first = given[0];
    CandidateValues values;
    values.shapes = {{first, first, first}, {first, {}, {}}};
    if (!first.empty()) values.shapes.push_back({first, {first.back()}, {first.back()}});
    if (first.size() > 1) values.shapes.push_back({first, {first[1]}, {first[1]}});
    values.integers = UsualIntegers(1);
    values.int_lists = kIntLists;
    std::vector<OperatorUse> uses = author_uses;
    for (const EngineOpInfo& engine : info_.engines) {
      auto found = CandidateUses(prototype_, engine, values);
      std::move(found.begin(), found.end(), std::back_inserter(uses));
    }
    int64_t indices = first.empty() ? 1 : *std::min_element(first.begin(), first.end());
    for (OperatorUse& use : uses) {
      for (size_t i = 0; i < given.size() && i < use.inputs.size(); ++i) {
        UseInput& input = use.inputs[i];
        input.shape = given[i];
        if (!HoldsIntegers(input.port)) continue;
        input.literal = DrawnBelow(std::max<int64_t>(indices, 1));
        input.fixed = true;
      }
    }
    std::erase_if(uses, [&](const OperatorUse& use) { return use.inputs.size() < given.size(); });
    return uses;
  }

  Status AddGiven(ge::DataType dtype, const Shapes& given, const std::vector<OperatorUse>& author_uses,
                  std::vector<OpCase>& cases) {
    if (given.size() > prototype_.ir_inputs.size() &&
        std::none_of(prototype_.ir_inputs.begin(), prototype_.ir_inputs.end(),
                     [](const IrPort& port) { return port.kind == PortKind::kDynamic; })) {
      return Status(ErrorCode::kUsage, fmt::format("--shape gives {} shapes, {} has {} inputs", given.size(),
                                                   request_.op, prototype_.ir_inputs.size()))
          .Hint("shapes are separated by commas, in the order of the prototype's inputs: 128x768,768x3072");
    }
    for (OperatorUse& use : WithShapes(given, author_uses)) {
      if (!Fit(dtype, use) || !IsLegal(use)) continue;
      Write("", dtype, use, cases);
      return Status();
    }
    if (!refusal_.ok()) return refusal_;
    return Status(ErrorCode::kNothingSelected, fmt::format("{} takes no tensors of these shapes", request_.op));
  }

  // Writes a case whose name describes the use: "small 64x128, axis=-1".
  void Write(const std::string& size, ge::DataType dtype, const OperatorUse& use, std::vector<OpCase>& cases) const {
    std::vector<std::string> shapes;
    for (const UseInput& input : use.inputs) {
      shapes.push_back(input.shape.empty() ? "scalar" : fmt::format("{}", fmt::join(input.shape, "x")));
    }
    std::string name = fmt::format("{}{}{}", size, size.empty() ? "" : " ", fmt::join(shapes, ","));
    for (const auto& [attr, value] : use.attrs) name += fmt::format(" {}={}", attr, ShownAttr(value, 24));
    cases.push_back(use.ToCase(name));
    cases.back().dtypes = {dtype};
  }

  const BenchRequest& request_;
  const TestHarness& harness_;
  OpDesc prototype_;
  const OpInfo& info_;
  std::vector<Column> columns_;
  Status refusal_;
};

}  // namespace

Result<std::string> BenchCases(const BenchRequest& request, const std::vector<OpCase>& examples,
                               const TestHarness& harness) {
  OPDK_TRY(const OpDesc* made, harness.packages->Declared(request.op, "bench"));
  const OpInfo* info = harness.packages->Information(request.op);
  if (info == nullptr) {
    return Status(ErrorCode::kNothingSelected,
                  fmt::format("{} has no operator information: no engine runs it", request.op));
  }
  Uses uses(request, harness, *made, *info);
  std::vector<ge::DataType> dtypes = request.dtypes;
  if (dtypes.empty()) dtypes.push_back(uses.DefaultDtype());
  std::vector<OpCase> cases;
  for (const ge::DataType dtype : dtypes) {
    if (!uses.Takes(dtype)) {
      return Status(ErrorCode::kNoEngine, fmt::format("no engine takes {} of {}", request.op, DtypeName(dtype)))
          .Hint(fmt::format("it takes {}", fmt::join(uses.Dtypes(), ", ")));
    }
    OPDK_TRY(uses.Add(dtype, examples, cases));
  }
  return CaseFileText(request.op, cases);
}

}  // namespace opdk::verify
