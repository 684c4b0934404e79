#include "sdk/tools/verify/checks/other_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>
#include <sstream>

#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/cases/mutate_attrs.h"
#include "sdk/tools/verify/cases/mutate_use.h"
#include "sdk/tools/verify/cases/operator_use.h"
#include "sdk/tools/verify/checks/derived.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::verify {
namespace {

constexpr int kTries = 12;
constexpr double kSeconds = 1;  // seconds; a use that takes longer is left out

std::optional<OtherUse> Legal(const OperatorUse& use, const OpDesc& prototype, std::string_view engine,
                              const TestHarness& harness) {
  OpCase op_case = use.ToCase("another use");
  op_case.seed = 1;
  auto instance = Instantiate(op_case, ge::DT_FLOAT, prototype);
  if (!instance.ok() || !instance->runnable()) return std::nullopt;
  OtherUse other{use.Describe(), instance->op, {}, {}};
  for (const CaseTensor& input : instance->inputs) other.inputs.push_back(input.value);
  const Status inferred = InferAnew(
      other.op, other.inputs, [](size_t) { return true; }, *harness.packages);
  if (!inferred.ok() || ColumnsFor(other.op, engine, *harness.packages) == nullptr) return std::nullopt;
  return other;
}

// Adds the first legal change that differs from the case. The case decides over the order of the changes.
void AddOne(std::vector<OperatorUse> changes, const OpDesc& prototype, std::string_view engine,
            const TestHarness& harness, std::mt19937_64& generator, std::vector<OtherUse>& found) {
  std::shuffle(changes.begin(), changes.end(), generator);
  for (size_t i = 0; i < changes.size() && i < kTries; ++i) {
    auto other = Legal(changes[i], prototype, engine, harness);
    if (!other || std::any_of(other->inputs.begin(), other->inputs.end(),
                              [](const ge::Tensor& input) { return CountOf(input) == 0; })) {
      continue;
    }
    found.push_back(*std::move(other));
    return;
  }
}

// Returns the outputs as text and bytes: each one's extents, then its elements.
std::string Packed(const std::vector<ge::Tensor>& outputs) {
  std::string packed;
  for (const ge::Tensor& output : outputs) {
    const auto dims = output.GetTensorDesc().GetShape().GetDims();
    packed += fmt::format("{}", dims.size());
    for (const int64_t dim : dims) packed += fmt::format(" {}", dim);
    packed += "\n";
    packed.append(reinterpret_cast<const char*>(output.GetData()), output.GetSize());
  }
  return packed;
}

bool Unpack(const std::string& packed, const OpDesc& op, std::vector<ge::Tensor>& outputs) {
  std::istringstream in(packed);
  for (const Port& port : op.outputs) {
    size_t rank = 0;
    in >> rank;
    std::vector<int64_t> dims(in ? rank : 0);
    for (int64_t& dim : dims) in >> dim;
    in.ignore();
    const auto bytes = TensorBytes(port.desc.GetDataType(), dims);
    if (!in || !bytes.ok()) return false;
    std::vector<uint8_t> data(*bytes);
    if (!in.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()))) return false;
    ge::TensorDesc desc = port.desc;
    desc.SetShape(ge::Shape(dims));
    outputs.emplace_back(desc, data);
  }
  return true;
}

}  // namespace

std::vector<OtherUse> OtherUses(const OpCase& op_case, const CaseInstance& instance, std::string_view engine,
                                const TestHarness& harness) {
  const auto prototype = harness.packages->Declared(op_case.op, "case");
  if (!prototype.ok()) return {};
  const OperatorUse use = UseOf(op_case, instance);
  std::vector<OtherUse> others;
  std::mt19937_64 generator(SeedOf(op_case));
  AddOne(AttrChanges(use, **prototype, {}), **prototype, engine, harness, generator, others);
  AddOne(ExtentChanges(use), **prototype, engine, harness, generator, others);
  const auto run = [&](size_t i) -> std::string {
    const auto runner = KernelRunner::Make(others[i].op, others[i].inputs, engine, harness);
    if (!runner.ok() || !(*runner)->has_kernel()) return "";
    const KernelRun ran = (*runner)->Run();
    return ran.status.ok() && ran.breaches.empty() ? Packed(ran.outputs) : "";
  };
  const IsolationOptions isolation{.parallel = 1, .timeout_s = kSeconds};
  RunIsolated(others.size(), run, isolation, [&](size_t i, ChildReport&& report) {
    if (report.end != ChildReport::End::kDone || !Unpack(report.answer, others[i].op, others[i].outputs)) {
      others[i].outputs.clear();
    }
    return report.end != ChildReport::End::kTimeout;
  });
  std::erase_if(others, [](const OtherUse& other) { return other.outputs.empty(); });
  return others;
}

}  // namespace opdk::verify
