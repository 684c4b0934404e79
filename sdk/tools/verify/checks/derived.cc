#include "sdk/tools/verify/checks/derived.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/base/type_names.h"
#include "graph_core/package/operator_calls.h"

namespace opdk::verify {

int64_t CountOf(const ge::Tensor& tensor) { return ElementCount(tensor.GetTensorDesc().GetShape().GetDims()); }

Status InferAnew(OpDesc& op, const std::vector<ge::Tensor>& inputs, const std::function<bool(size_t)>& known,
                 const PackageRegistry& packages) {
  for (Port& output : op.outputs) output.desc = ge::TensorDesc();
  const ConstInputFn value = [&](int input, ge::Tensor& tensor) {
    const auto i = static_cast<size_t>(input);
    if (i >= inputs.size() || IsAbsent(op.inputs[i]) || !known(i)) return false;
    tensor = inputs[i];
    return true;
  };
  OPDK_TRY(VerifyOperator(packages, op, value));
  return InferOperatorShape(packages, op, value);
}

Result<std::unique_ptr<KernelRunner>> MakeDerived(OpDesc op, const std::vector<ge::Tensor>& inputs,
                                                  std::string_view engine, const TestHarness& harness) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!IsAbsent(op.inputs[i])) op.inputs[i].desc = inputs[i].GetTensorDesc();
  }
  OPDK_TRY(InferAnew(
      op, inputs, [](size_t) { return true; }, *harness.packages));
  if (ColumnsFor(op, engine, *harness.packages) == nullptr) {
    return Status(ErrorCode::kNoEngine, fmt::format("no column of {} takes it", engine));
  }
  OPDK_TRY(auto runner, KernelRunner::Make(op, inputs, engine, harness));
  if (!runner->has_kernel()) return Status(ErrorCode::kNoEngine, "its outputs are views: no kernel runs");
  return runner;
}

ge::Tensor Rearranged(const ge::Tensor& from, const std::vector<int64_t>& shape,
                      const std::function<size_t(size_t)>& source) {
  const int64_t given = CountOf(from);
  const auto count = static_cast<size_t>(ElementCount(shape));
  const size_t bytes = given > 0 ? from.GetSize() / static_cast<size_t>(given) : 0;
  std::vector<uint8_t> data(count * bytes);
  for (size_t i = 0; i < count && bytes > 0; ++i) {
    std::memcpy(data.data() + i * bytes, from.GetData() + source(i) * bytes, bytes);
  }
  ge::TensorDesc desc = from.GetTensorDesc();
  desc.SetShape(ge::Shape(shape));
  desc.SetOriginShape(ge::Shape(shape));
  return ge::Tensor(desc, data);
}

}  // namespace opdk::verify
