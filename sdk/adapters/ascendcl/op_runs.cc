// Runs of single operators, and handles of them.
#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/tensor_size.h"
#include "sdk/adapters/ascendcl/device_memory.h"
#include "sdk/adapters/ascendcl/op_kernels.h"
#include "sdk/adapters/ascendcl/op_records.h"
#include "sdk/adapters/ascendcl/ops.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/prof.h"

namespace opdk::acl {

Handles<aclopHandle>& OpHandles() {
  static Handles<aclopHandle> handles("handle of an operator");
  return handles;
}

Outcome CheckBuffer(const char* side, size_t index, const aclDataBuffer& buffer, size_t bytes) {
  if (buffer.size < bytes) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("{} {} has {} bytes, its buffer has {}", side, index, bytes, buffer.size));
  }
  if (buffer.size == 0) return {};
  Outcome outcome = CheckPlace("memory", buffer.data, buffer.size, Place::kAny);
  if (!outcome.ok()) outcome.text = fmt::format("{} {}: {}", side, index, outcome.text);
  return outcome;
}

namespace {

// The arguments of one run; kept by each thread so that a run allocates nothing.
struct Arguments {
  std::vector<RunInput> inputs;
  std::vector<RunOutput> outputs;
};

bool Overlap(const aclDataBuffer& a, const aclDataBuffer& b) {
  const auto *from = static_cast<const char*>(a.data), *to = static_cast<const char*>(b.data);
  return from < to + b.size && to < from + a.size;
}

Outcome FillArguments(const OpRun& run, Arguments& arguments) {
  const std::vector<PortSpec>& ports = run.op->executable.inputs();
  arguments.inputs.resize(run.inputs.size());
  arguments.outputs.resize(run.outputs.size());
  for (size_t i = 0; i < run.inputs.size(); ++i) {
    const std::vector<int64_t>& dims = run.dims.empty() ? ports[i].shape : run.dims[i];
    const auto bytes = TensorBytes(ports[i].dtype, dims);
    if (!bytes.ok()) return FromStatus(bytes.status());
    OPDK_ACL_TRY(CheckBuffer("input", i, *run.inputs[i], *bytes));
    arguments.inputs[i] = {run.inputs[i]->data, *bytes, ports[i].dtype, dims};
  }
  for (size_t i = 0; i < run.outputs.size(); ++i) {
    OPDK_ACL_TRY(CheckBuffer("output", i, *run.outputs[i], 0));
    arguments.outputs[i] = {run.outputs[i]->data, run.outputs[i]->size};
  }
  return {};
}

void Tell(const OpRun& run, const Arguments& arguments) {
  for (size_t i = 0; i < run.told.size(); ++i) {
    const RunOutput& result = arguments.outputs[i];
    run.told[i]->dims.assign(result.shape.begin(), result.shape.end());
  }
}

Outcome Run(const OpRun& run) {
  thread_local Arguments arguments;
  OPDK_ACL_TRY(FillArguments(run, arguments));
  // A result that overlaps an input is computed in other memory and copied when the operator has read the input.
  std::vector<std::pair<size_t, std::shared_ptr<std::byte>>> apart;
  for (size_t i = 0; i < run.outputs.size(); ++i) {
    for (const auto& input : run.inputs) {
      if (run.outputs[i]->size == 0 || !Overlap(*run.outputs[i], *input)) continue;
      apart.emplace_back(i, NewSharedAligned(run.outputs[i]->size));
      arguments.outputs[i].data = apart.back().second.get();
      break;
    }
  }
  const WatchedRun watched(kNoModel);
  const Status status = run.op->executable.Run(arguments.inputs, arguments.outputs, watched.observer());
  if (!status.ok()) return FromStatus(status);
  for (const auto& [i, memory] : apart) std::memcpy(run.outputs[i]->data, memory.get(), arguments.outputs[i].bytes);
  Tell(run, arguments);
  return {};
}

Outcome ReadBuffers(const char* what, const aclDataBuffer* const buffers[], const std::vector<bool>& fed,
                    std::vector<std::shared_ptr<aclDataBuffer>>& result) {
  if (!fed.empty() && buffers == nullptr) return IsNull("list of buffers");
  for (size_t i = 0; i < fed.size(); ++i) {
    if (!fed[i]) continue;
    std::shared_ptr<aclDataBuffer> buffer;
    Outcome found = Buffers().Find(buffers[i], buffer);
    if (!found.ok()) return Fail(found.code, fmt::format("{} {}: {}", what, i, found.text));
    result.push_back(std::move(buffer));
  }
  return {};
}

std::vector<bool> FedOf(const OpCall& call) {
  std::vector<bool> fed;
  for (const auto& input : call.inputs) fed.push_back(IsFed(*input));
  return fed;
}

Outcome LaunchKernelCall(std::shared_ptr<const ChosenKernel> kernel, const std::vector<bool>& fed,
                         const aclDataBuffer* const inputs[], size_t output_count, aclDataBuffer* const outputs[],
                         aclrtStream stream) {
  std::vector<std::shared_ptr<aclDataBuffer>> from, to;
  OPDK_ACL_TRY(ReadBuffers("input", inputs, fed, from));
  OPDK_ACL_TRY(ReadBuffers("output", outputs, std::vector<bool>(output_count, true), to));
  return LaunchKernel(std::move(kernel), std::move(from), std::move(to), stream);
}

Outcome CheckCounts(const AclOperator& op, size_t inputs, size_t outputs) {
  const size_t wanted = op.executable.inputs().size(), given = op.executable.outputs().size();
  if (inputs != wanted) {
    return Fail(ACL_ERROR_OP_INPUT_NOT_MATCH, fmt::format("the operator takes {} inputs, not {}", wanted, inputs));
  }
  if (outputs == given) return {};
  return Fail(ACL_ERROR_OP_OUTPUT_NOT_MATCH, fmt::format("the operator gives {} outputs, not {}", given, outputs));
}

}  // namespace

Outcome MakeHandle(const OpCall& call, std::shared_ptr<AclOperator> op, aclopHandle** handle) {
  auto made = std::make_shared<aclopHandle>();
  size_t fed = 0;
  for (const auto& input : call.inputs) {
    made->fed.push_back(IsFed(*input));
    if (!made->fed.back()) continue;
    ++fed;
    if (op->executable.dynamic()) made->dims.push_back(input->dims);
  }
  made->outputs = call.outputs.size();
  OPDK_ACL_TRY(CheckCounts(*op, fed, made->outputs));
  made->op = std::move(op);
  RecordOperator(call);
  *handle = OpHandles().Add(std::move(made));
  return {};
}

Outcome Launch(OpRun run, aclrtStream stream) {
  OPDK_ACL_TRY(CheckCounts(*run.op, run.inputs.size(), run.outputs.size()));
  std::shared_ptr<Stream> on;
  OPDK_ACL_TRY(FindStream(stream, on));
  on->Add([own = std::make_shared<const OpRun>(std::move(run))] { return Run(*own); });
  return {};
}

Outcome LaunchCall(const OpCall& call, std::shared_ptr<AclOperator> op, const aclDataBuffer* const inputs[],
                   aclDataBuffer* const outputs[], bool tells, aclrtStream stream) {
  OpRun run;
  const std::vector<bool> fed = FedOf(call);
  OPDK_ACL_TRY(ReadBuffers("input", inputs, fed, run.inputs));
  OPDK_ACL_TRY(ReadBuffers("output", outputs, std::vector<bool>(call.outputs.size(), true), run.outputs));
  if (op->executable.dynamic()) {
    for (size_t i = 0; i < fed.size(); ++i) {
      if (!fed[i]) continue;
      if (IsUnknown(call.inputs[i]->dims)) {
        return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the shape of input {} isn't known", i));
      }
      run.dims.push_back(call.inputs[i]->dims);
    }
    if (tells) run.told = call.outputs;
  }
  RecordOperator(call);
  run.op = std::move(op);
  return Launch(std::move(run), stream);
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

namespace {

aclError Execute(const char* function, const char* type, int inputs, const aclTensorDesc* const input_descs[],
                 const aclDataBuffer* const input_buffers[], int outputs, const aclTensorDesc* const output_descs[],
                 aclDataBuffer* const output_buffers[], const aclopAttr* attr, bool tells, aclrtStream stream) {
  return Call(function, [&]() -> Outcome {
    thread_local OpCall call;
    std::shared_ptr<AclOperator> op;
    OPDK_ACL_TRY(ReadCall(type, inputs, input_descs, outputs, output_descs, attr, call));
    if (auto kernel = FindKernel(call); kernel != nullptr) {
      RecordOperator(call);
      return LaunchKernelCall(std::move(kernel), FedOf(call), input_buffers, call.outputs.size(), output_buffers,
                              stream);
    }
    OPDK_ACL_TRY(FindOperator(call, op));
    return LaunchCall(call, std::move(op), input_buffers, output_buffers, tells, stream);
  });
}

}  // namespace

aclError aclopExecute(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                      const aclDataBuffer* const inputs[], int numOutputs, const aclTensorDesc* const outputDesc[],
                      aclDataBuffer* const outputs[], const aclopAttr* attr, aclrtStream stream) {
  return Execute(__func__, opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr, false, stream);
}
aclError aclopExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[], aclDataBuffer* inputs[],
                        int numOutputs, aclTensorDesc* outputDesc[], aclDataBuffer* outputs[], aclopAttr* attr,
                        aclrtStream stream) {
  return Execute(__func__, opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr, true, stream);
}

aclError aclopCreateHandle(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[], int numOutputs,
                           const aclTensorDesc* const outputDesc[], const aclopAttr* opAttr, aclopHandle** handle) {
  return Call(__func__, [&]() -> Outcome {
    if (handle == nullptr) return IsNull("place for the handle");
    OpCall call;
    std::shared_ptr<AclOperator> op;
    OPDK_ACL_TRY(ReadCall(opType, numInputs, inputDesc, numOutputs, outputDesc, opAttr, call));
    if (auto kernel = FindKernel(call); kernel != nullptr) {
      auto made = std::make_shared<aclopHandle>();
      made->kernel = std::move(kernel);
      made->fed = FedOf(call);
      made->outputs = call.outputs.size();
      RecordOperator(call);
      *handle = OpHandles().Add(std::move(made));
      return {};
    }
    OPDK_ACL_TRY(FindOperator(call, op));
    return MakeHandle(call, std::move(op), handle);
  });
}
void aclopDestroyHandle(aclopHandle* handle) {
  static_cast<void>(Call(__func__, [&] { return OpHandles().Remove(handle); }));
}
aclError aclopExecWithHandle(aclopHandle* handle, int numInputs, const aclDataBuffer* const inputs[], int numOutputs,
                             aclDataBuffer* const outputs[], aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclopHandle> found;
    OPDK_ACL_TRY(OpHandles().Find(handle, found));
    if (numInputs < 0 || static_cast<size_t>(numInputs) != found->fed.size()) {
      return Fail(ACL_ERROR_OP_INPUT_NOT_MATCH,
                  fmt::format("the operator takes {} inputs, not {}", found->fed.size(), numInputs));
    }
    if (numOutputs < 0 || static_cast<size_t>(numOutputs) != found->outputs) {
      return Fail(ACL_ERROR_OP_OUTPUT_NOT_MATCH,
                  fmt::format("the operator gives {} outputs, not {}", found->outputs, numOutputs));
    }
    if (found->kernel != nullptr) {
      return LaunchKernelCall(found->kernel, found->fed, inputs, found->outputs, outputs, stream);
    }
    OpRun run;
    run.op = found->op;
    run.dims = found->dims;
    OPDK_ACL_TRY(ReadBuffers("input", inputs, found->fed, run.inputs));
    OPDK_ACL_TRY(ReadBuffers("output", outputs, std::vector<bool>(found->outputs, true), run.outputs));
    return Launch(std::move(run), stream);
  });
}
