#include "sdk/tools/verify/derive/derive.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/operator_calls.h"
#include "sdk/tools/verify/cases/columns.h"
#include "sdk/tools/verify/cases/mutate_attrs.h"
#include "sdk/tools/verify/cases/mutate_use.h"
#include "sdk/tools/verify/cases/random_values.h"
#include "sdk/tools/verify/cases/search_use.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/golden/part_golden.h"
#include "sdk/tools/verify/run/run_case.h"

namespace opdk::verify {
namespace {

constexpr int64_t kMostOutputElements = 1 << 16;
constexpr size_t kMostExamples = 24;

// Returns whether a tensor is too large. An extent that values determine counts as its maximum.
bool IsTooLarge(const ge::TensorDesc& desc) {
  std::vector<int64_t> dims = desc.GetShape().GetDims();
  std::vector<std::pair<int64_t, int64_t>> range;
  if (desc.GetShapeRange(range) == ge::GRAPH_SUCCESS && range.size() == dims.size()) {
    for (size_t i = 0; i < dims.size(); ++i) {
      if (dims[i] < 0) dims[i] = range[i].second;
    }
  }
  const int64_t count = ElementCount(dims);
  return count == kOverflowCount || count > kMostOutputElements;
}

// Returns why derived cases can't have this output; "": they can.
std::string FaultOf(const ge::TensorDesc& desc) {
  const std::vector<int64_t> dims = desc.GetShape().GetDims();
  const bool impossible =
      dims != ge::UNKNOWN_RANK && std::ranges::any_of(dims, [](int64_t dim) { return dim < ge::UNKNOWN_DIM; });
  if (impossible) return fmt::format("the impossible shape [{}]", fmt::join(dims, ","));
  return IsTooLarge(desc) ? fmt::format("{}, which is too large for derived cases", DescText(desc)) : "";
}

constexpr size_t kFoundUses = 8;
constexpr size_t kTriesPerCase = 12;
constexpr size_t kLargeCases = 6;

class Derivation {
 public:
  Derivation(const std::string& op, const TestHarness& harness, const DeriveOptions& options, OpDesc prototype,
             const OpInfo& info)
      : op_(op),
        harness_(harness),
        options_(options),
        prototype_(std::move(prototype)),
        columns_(ColumnsOf(info)),
        generator_(HashText(op) + options.seed),
        file_(op + kDerivedSuffix) {
    for (const Column& column : columns_) {
      for (const auto& [port, dtype] : column.dtypes) dtypes_[port].insert(dtype);
    }
  }

  void LearnFrom(const std::vector<OpCase>& examples) {
    LearnFrom(examples, false);
    if (!found()) LearnFrom(examples, true);
  }

  void Search(const OpInfo& info) {
    for (const EngineOpInfo& engine : info.engines) {
      for (OperatorUse& use : CandidateUses(prototype_, engine)) {
        if (bases_.size() >= kFoundUses) return;
        AddBase(std::move(use));
      }
    }
  }

  bool found() const { return !bases_.empty(); }
  // Returns why the first use that was tried isn't legal.
  const std::string& first_refusal() const { return first_refusal_; }

  DerivedCases Derive() {
    Columns();
    LargeOnes();
    SingleChangesOfEach();
    RandomChanges();
    DerivedCases derived;
    derived.accepted = cases_.size();
    derived.file = file_;
    derived.uncovered = uncovered_;
    derived.impossible = impossible_;
    derived.yaml = CaseFileText(op_, cases_);
    return derived;
  }

 private:
  void LearnFrom(const std::vector<OpCase>& examples, bool extreme_ones) {
    for (const OpCase& example : examples) {
      if (bases_.size() >= kMostExamples) break;
      if (example.op != op_) continue;
      for (const ge::DataType dtype : example.dtypes) {
        const auto instance = Instantiate(example, dtype, prototype_);
        if (!instance.ok() || !instance->runnable() || !instance->fails.empty() || !instance->fails_at_run.empty() ||
            instance->refused) {
          continue;
        }
        OperatorUse use = UseOf(example, *instance);
        if (!extreme_ones && HasExtremeAttrs(use, prototype_)) continue;
        if (bases_.empty()) file_ = (std::filesystem::path(example.file).parent_path() / file_).string();
        if (AddBase(std::move(use))) break;
      }
    }
  }

  size_t Left() const { return options_.most - std::min(options_.most, cases_.size()); }

  // Finds the inputs whose values determine shapes, and the inputs that hold indices.
  void Classify(OperatorUse& use, const std::set<std::string>& asked) {
    for (UseInput& input : use.inputs) {
      const auto dtypes = dtypes_.find(input.port);
      const bool indices =
          dtypes != dtypes_.end() && std::all_of(dtypes->second.begin(), dtypes->second.end(), [](ge::DataType dtype) {
            return dtype == ge::DT_INT32 || dtype == ge::DT_INT64;
          });
      const bool alone = indices && std::all_of(use.inputs.begin(), use.inputs.end(), [&](const UseInput& other) {
                           const auto of_other = dtypes_.find(other.port);
                           return of_other != dtypes_.end() && of_other->second == dtypes->second;
                         });
      input.fixed = input.fixed || (asked.count(input.port) > 0 && !input.literal.empty());
      if (!indices || alone) {
        input.range = Written();
      } else if (!input.range) {
        input.range = Written::Entry("uniform", Written::List(std::vector<int64_t>{0, 0}));
      }
    }
  }

  // Adds the use to the bases, from which other uses are made, if it is legal as it is.
  bool AddBase(OperatorUse use) {
    std::set<std::string> asked;
    OperatorUse literal = use;
    for (UseInput& input : literal.inputs) input.fixed = !input.literal.empty();
    if (!IsLegal(literal, &asked)) return false;
    Classify(use, asked);
    if (!bases_seen_.insert(CaseText(use.ToCase(""))).second) return false;
    bases_.push_back(std::move(use));
    return true;
  }

  bool IsLegal(const OperatorUse& use, std::set<std::string>* asked) {
    OpCase candidate = use.ToCase("candidate");
    candidate.file = file_;
    auto made = Instantiate(candidate, ge::DT_FLOAT, prototype_);
    if (!made.ok()) return false;
    CaseInstance& instance = *&made.value();
    const ConstInputFn value = [&](int i, ge::Tensor& tensor) {
      const auto at = static_cast<size_t>(i);
      if (asked != nullptr) {
        asked->insert(prototype_.ir_inputs[static_cast<size_t>(instance.op.inputs[at].ir_index)].name);
      }
      if (instance.inputs[at].has_data) tensor = instance.inputs[at].value;
      return instance.inputs[at].has_data;
    };
    Status status = VerifyOperator(*harness_.packages, instance.op, value);
    if (status.ok()) status = InferOperatorShape(*harness_.packages, instance.op, value);
    if (!status.ok()) return Refuse(instance, status.message());
    for (const Port& output : instance.op.outputs) {
      const std::string fault = FaultOf(output.desc);
      if (!fault.empty()) return Refuse(instance, fmt::format("inference gives output {} {}", output.name, fault));
    }
    if (!AnyEngineTakes(instance.op, *harness_.packages)) {
      std::string outputs;
      for (const Port& output : instance.op.outputs) {
        outputs += fmt::format(" {} {}", output.name, DescText(output.desc));
      }
      return Refuse(instance, fmt::format("inference gives{}, and no column has these dtypes", outputs));
    }
    const bool has_indices =
        std::any_of(use.inputs.begin(), use.inputs.end(), [](const UseInput& input) { return bool(input.range); });
    return !has_indices || (ExpressionGolden(instance, harness_).ok() && PartGolden(instance, harness_).ok());
  }

  // Keeps the first reason. Returns false.
  bool Refuse(const CaseInstance& instance, const std::string& why) {
    if (!first_refusal_.empty()) return false;
    std::string inputs;
    for (const Port& input : instance.op.inputs) {
      if (!IsAbsent(input)) inputs += fmt::format(" {} {}", input.name, DescText(input.desc));
    }
    first_refusal_ = fmt::format("with{}: {}", inputs, why);
    return false;
  }

  // Returns whether the attributes fit a tensor's dtype. Larger ones may be refused by an expression and wrap around in
  // a kernel.
  static bool FitsDtypes(const OperatorUse& use) {
    return LargestInt(use) <= INT32_MAX || std::any_of(use.inputs.begin(), use.inputs.end(), [](const UseInput& input) {
             return input.dtype == ge::DT_INT64 || input.dtype == ge::DT_UINT64;
           });
  }

  // Adds the use as a case. Returns false if it is refused.
  bool Add(const OperatorUse& use) {
    if (!FitsDtypes(use)) return true;
    const std::string text = CaseText(use.ToCase(""));
    if (!seen_.insert(text).second) return true;
    // A seed of its own: the case must run with the values that were legal here.
    OperatorUse seeded = use;
    seeded.frame.seed = static_cast<int64_t>((HashText(text) + options_.seed) >> 1);
    if (!IsLegal(seeded, nullptr)) return false;
    cases_.push_back(seeded.ToCase(fmt::format("derived {}: {}", cases_.size() + 1, use.Describe())));
    return true;
  }

  // Adds a case with the first base that fits the column. Each column begins with another base.
  bool AddColumn(size_t k, UseValues values) {
    for (size_t i = 0; i < bases_.size(); ++i) {
      OperatorUse use = bases_[(k + i) % bases_.size()];
      Apply(columns_[k], use);
      use.values = values;
      if (values == UseValues::kEdge) Enlarge(use);
      if (Add(use)) return true;
    }
    return false;
  }

  void Columns() {
    const size_t count = columns_.size();
    const size_t wanted = options_.every_column ? 2 * count : std::min(2 * count, (options_.most + 1) / 2);
    if (wanted < 2 * count) {
      const size_t first = generator_() % count;
      for (size_t i = 0; i < wanted; ++i) {
        AddColumn((first + i * count / wanted) % count, i % 2 == 0 ? UseValues::kDrawn : UseValues::kEdge);
      }
      return;
    }
    for (size_t k = 0; k < count; ++k) {
      const std::string contradiction = Contradiction(columns_[k]);
      if (!contradiction.empty()) {
        impossible_.push_back(fmt::format("{}: {}", columns_[k].Describe(), contradiction));
        continue;
      }
      const bool drawn = AddColumn(k, UseValues::kDrawn);
      if (!AddColumn(k, UseValues::kEdge) && !drawn) uncovered_.push_back(columns_[k].Describe());
    }
  }

  // Returns why uses that are legal with other dtypes don't fit the column; "": a use fits, or trying can't tell.
  std::string Contradiction(const Column& column) {
    // An attribute that is never varied may determine dtypes: a type, a tensor, a text.
    static const std::set<std::string> kVaried = {"Bool", "Int", "Float", "ListInt", "ListFloat"};
    for (const IrAttr& attr : prototype_.ir_attrs) {
      if (!kVaried.contains(attr.type)) return "";
    }
    std::string why;
    // Returns false if the column fits, or can't be tried.
    const auto is_refused = [&](OperatorUse use) {
      Apply(column, use);
      auto instance = Instantiate(use.ToCase("column"), ge::DT_FLOAT, prototype_);
      if (!instance.ok()) return false;
      const Status inferred = VerifyAndInfer(*harness_.packages, *instance);
      why = inferred.ok() ? OtherOutput(column, instance->op) : inferred.message();
      return !why.empty();
    };
    // The first base nearly always fits.
    if (!std::all_of(bases_.begin(), bases_.end(), is_refused)) return "";
    for (const OperatorUse& base : bases_) {
      const std::vector<OperatorUse> changes = AttrChanges(base, prototype_, bases_);
      if (!std::all_of(changes.begin(), changes.end(), is_refused)) return "";
    }
    return why;
  }

  // Returns the first output whose inferred dtype isn't the column's.
  static std::string OtherOutput(const Column& column, const OpDesc& op) {
    for (const Port& output : op.outputs) {
      const std::string& name = op.ir_outputs[static_cast<size_t>(output.ir_index)].name;
      const auto dtype = column.dtypes.find(name);
      if (dtype == column.dtypes.end() || dtype->second == output.desc.GetDataType()) continue;
      return fmt::format("inference says {} for {}", DtypeName(output.desc.GetDataType()), name);
    }
    return "";
  }

  // Enlarges the extents if that is legal, so that more edge values meet.
  void Enlarge(OperatorUse& use) {
    for (int attempt = 0; attempt < 6; ++attempt) {
      OperatorUse larger = use;
      ChangeAllExtents(larger, generator_);
      if (larger.inputs.empty() || ElementCount(larger.inputs[0].shape) < 256) continue;
      if (IsLegal(larger, nullptr)) {
        use = std::move(larger);
        return;
      }
    }
  }

  void Vary(OperatorUse& use) {
    // Half of the values are ordinary and special ones. Each kind is listed as often as its weight.
    static constexpr UseValues kValues[] = {
        UseValues::kDrawn,   UseValues::kDrawn, UseValues::kTens,   UseValues::kTens,
        UseValues::kSpecial, UseValues::kEdge,  UseValues::kEdge,   UseValues::kSteps,
        UseValues::kSteps,   UseValues::kWhole, UseValues::kWhole,  UseValues::kBelow,
        UseValues::kAbove,   UseValues::kAbove, UseValues::kLowest, UseValues::kZeros};
    if (!columns_.empty()) Apply(columns_[generator_() % columns_.size()], use);
    use.values = kValues[generator_() % std::size(kValues)];
  }

  // Adds single changes for half of the remaining cases: in turn one of each base and each way of changing it.
  void SingleChangesOfEach() {
    std::vector<std::vector<OperatorUse>> changes;
    const auto add = [&](std::vector<OperatorUse> of_one, const auto& first) {
      std::shuffle(of_one.begin(), of_one.end(), generator_);
      std::stable_partition(of_one.begin(), of_one.end(), first);
      changes.push_back(std::move(of_one));
    };
    const auto any = [](const OperatorUse&) { return true; };
    for (const OperatorUse& base : bases_) {
      add(AttrChanges(base, prototype_, bases_),
          [](const OperatorUse& use) { return HasLargeInt(use) || CountsFromBehind(use); });
      add(ExtentChanges(base), HasLongAxis);
      add(BroadcastChanges(base), any);
      if (base.inputs.size() > 1) add(AxisChanges(base), any);
      add(PortChanges(base), any);
    }
    const size_t until = cases_.size() + Left() / 2;
    for (size_t i = 0; cases_.size() < until; ++i) {
      bool any_left = false;
      for (auto& of_one : changes) {
        if (i >= of_one.size() || cases_.size() >= until) continue;
        any_left = true;
        Vary(of_one[i]);
        // Repetitions show only where elements differ.
        if (of_one[i].values == UseValues::kLowest || of_one[i].values == UseValues::kZeros) {
          of_one[i].values = UseValues::kDrawn;
        }
        if (HasLargeInt(of_one[i])) TakeInt64(of_one[i]);
        Add(of_one[i]);
      }
      if (!any_left) break;
    }
    pool_ = bases_;
    for (auto& of_one : changes) pool_.insert(pool_.end(), of_one.begin(), of_one.end());
  }

  // Returns whether an attribute has an integer beyond those that float holds exactly.
  static bool HasLargeInt(const OperatorUse& use) { return LargestInt(use) > (1 << 24); }
  // Returns whether an attribute looks like an axis before the last one, counted from the end.
  static bool CountsFromBehind(const OperatorUse& use) {
    return !use.inputs.empty() && std::any_of(use.attrs.begin(), use.attrs.end(), [&](const auto& attr) {
      const auto number = IntOf(attr.second);
      return number && *number < -1 && *number >= -static_cast<int64_t>(use.inputs[0].shape.size());
    });
  }
  static bool HasLongAxis(const OperatorUse& use) {
    return std::any_of(use.inputs.begin(), use.inputs.end(), [](const UseInput& input) {
      return std::any_of(input.shape.begin(), input.shape.end(), [](int64_t extent) { return extent >= 300; });
    });
  }
  static std::optional<int64_t> IntOf(const Written& value) {
    const std::string text = value.Text();
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
  }
  static int64_t LargestInt(const OperatorUse& use) {
    int64_t largest = 0;
    for (const auto& [name, value] : use.attrs) largest = std::max(largest, std::abs(IntOf(value).value_or(0)));
    return largest;
  }

  // Gives an input int64: floats would round the attribute, and narrower integers can't hold it.
  void TakeInt64(OperatorUse& use) {
    for (const Column& column : columns_) {
      const bool wide = std::any_of(column.dtypes.begin(), column.dtypes.end(),
                                    [](const auto& entry) { return entry.second == ge::DT_INT64; });
      if (!wide) continue;
      Apply(column, use);
      use.values = UseValues::kDrawn;
      return;
    }
  }

  // Adds a few cases with inputs that are large enough for kernels to divide their work.
  void LargeOnes() {
    const size_t until = cases_.size() + std::min(Left(), kLargeCases);
    for (size_t i = 0; i < kTriesPerCase * kLargeCases && cases_.size() < until; ++i) {
      OperatorUse use = bases_[generator_() % bases_.size()];
      if (!EnlargeExtents(use, generator_)) continue;
      Vary(use);
      Add(use);
    }
  }

  // Adds uses whose attributes, extents, dtypes and values all change at once.
  void RandomChanges() {
    const size_t tries = kTriesPerCase * options_.most;
    for (size_t i = 0; i < tries && Left() > 0; ++i) {
      OperatorUse use = pool_[generator_() % pool_.size()];
      if (i % 2 == 0) ChangeAllAttrs(use, prototype_, bases_, generator_);
      if (i % 4 != 0) ChangeAllExtents(use, generator_);
      Vary(use);
      Add(use);
    }
  }

  std::string op_;
  const TestHarness& harness_;
  const DeriveOptions& options_;
  OpDesc prototype_;
  std::vector<Column> columns_;
  std::mt19937_64 generator_;
  std::map<std::string, std::set<ge::DataType>> dtypes_;  // of each port, over all columns
  std::string file_;                                      // name of the cases' file
  std::vector<OperatorUse> bases_, pool_;
  std::set<std::string> bases_seen_, seen_;
  std::vector<OpCase> cases_;
  std::vector<std::string> uncovered_, impossible_;  // columns
  std::string first_refusal_;
};

}  // namespace

bool IsDerived(const OpCase& op_case) { return op_case.file.ends_with(kDerivedSuffix); }

Result<DerivedCases> DeriveCases(const std::string& op, const std::vector<OpCase>& examples, const TestHarness& harness,
                                 const DeriveOptions& options) {
  OPDK_TRY(const OpDesc* made, harness.packages->Declared(op, "case"));
  const OpInfo* info = harness.packages->Information(op);
  if (info == nullptr) {
    return Status(ErrorCode::kNothingSelected, fmt::format("{} has no operator information to derive cases from", op));
  }
  Derivation derivation(op, harness, options, *made, *info);
  derivation.LearnFrom(examples);
  if (!derivation.found()) derivation.Search(*info);
  if (!derivation.found()) {
    const std::string& why = derivation.first_refusal();
    return Status(ErrorCode::kNothingSelected, fmt::format("no legal inputs of {} were found to derive cases from{}",
                                                           op, why.empty() ? "" : "; the first try was refused " + why))
        .Hint("write one case of it: its shapes and attributes are varied then");
  }
  return derivation.Derive();
}

}  // namespace opdk::verify
