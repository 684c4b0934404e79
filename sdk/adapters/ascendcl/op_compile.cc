// Compilation and inference of single operators; options of compilations.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/host/ge_options.h"
#include "graph_core/host/operator_graph.h"
#include "graph_core/ir/to_operators.h"
#include "sdk/adapters/ascendcl/device_memory.h"
#include "sdk/adapters/ascendcl/ops.h"
#include "sdk/adapters/ascendcl/process.h"

struct aclGraphDumpOption {
  char unused = 0;
};

namespace opdk::acl {
namespace {

// Names of options, by aclCompileOpt; "": the option has no effect on a CPU.
constexpr std::array<const char*, 17> kKeys = {"ge.exec.precision_mode",
                                               "ge.aicoreNum",
                                               "ge.autoTuneMode",
                                               "ge.opSelectImplmode",
                                               "ge.optypelistForImplmode",
                                               "ge.opDebugLevel",
                                               "ge.debugDir",
                                               "ge.op_compiler_cache_mode",
                                               "ge.op_compiler_cache_dir",
                                               "ge.performance_mode",
                                               "ge.jit_compile",
                                               "ge.deterministic",
                                               "ge.customizeDtypes",
                                               "ge.exec.op_precision_mode",
                                               "ge.exec.allow_hf32",
                                               "ge.exec.precision_mode_v2",
                                               ""};

struct Options {
  std::mutex mutex;
  std::map<aclCompileOpt, std::string> values;
};
Options& TheOptions() {
  static Options options;
  return options;
}

Outcome CheckOption(aclCompileOpt option) {
  if (option >= ACL_PRECISION_MODE && static_cast<size_t>(option) < kKeys.size()) return {};
  return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there is no option {}", static_cast<int>(option)));
}

Outcome ReadValues(const std::map<aclCompileOpt, std::string>& values, CompileOptions& options) {
  OptionMap map;
  for (const auto& [option, value] : values) {
    if (const char* key = kKeys[static_cast<size_t>(option)]; *key != '\0') map[key] = value;
  }
  auto read = ReadOptions(map);
  if (!read.ok()) return Fail(ACL_ERROR_INVALID_PARAM, read.status().ToString());
  options = std::move(read->session);
  return {};
}

Outcome OptionsNow(CompileOptions& options) {
  Options& all = TheOptions();
  const std::lock_guard lock(all.mutex);
  return ReadValues(all.values, options);
}

// Makes the graph of a call. `values`: of inputs that inference may look at; {}: none.
Outcome GraphOf(const OpCall& call, const std::vector<std::shared_ptr<aclDataBuffer>>& values,
                const PackageRegistry& packages, Graph& graph) {
  std::vector<OperatorTensor> inputs;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    const aclTensorDesc& own = *call.inputs[i];
    OperatorTensor tensor{ToTensorDesc(own), std::nullopt};
    if (own.is_constant) {
      tensor.constant = ge::Tensor(tensor.desc, own.constant);
    } else if (!values.empty() && values[i] != nullptr && values[i]->data != nullptr) {
      const size_t bytes = BytesOf(own);
      if (bytes > values[i]->size) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    fmt::format("input {} has {} bytes, its buffer has {}", i, bytes, values[i]->size));
      }
      OPDK_ACL_TRY(CheckPlace("value of an input", values[i]->data, bytes, Place::kAny));
      tensor.constant = ge::Tensor(tensor.desc, static_cast<const uint8_t*>(values[i]->data), bytes);
    }
    inputs.push_back(std::move(tensor));
  }
  std::vector<ge::TensorDesc> outputs;
  for (const auto& output : call.outputs) outputs.push_back(ToTensorDesc(*output));
  auto made = OperatorGraph(call.type, std::move(inputs), outputs,
                            call.attrs == nullptr ? AttrMap() : call.attrs->values, packages);
  if (!made.ok()) return FromStatus(made.status());
  graph = *std::move(made);
  return {};
}

Outcome CheckOutputs(const OpCall& call, const AclOperator& op) {
  const std::vector<PortSpec>& outputs = op.executable.outputs();
  for (size_t i = 0; i < call.outputs.size() && i < outputs.size(); ++i) {
    if (call.outputs[i]->type == ACL_DT_UNDEFINED) continue;
    const ge::TensorDesc made(ge::Shape(outputs[i].shape), ge::FORMAT_ND, outputs[i].dtype);
    const std::string wrong = CompareDescribed(made, ToTensorDesc(*call.outputs[i]));
    if (wrong.empty()) continue;
    return Fail(ACL_ERROR_OP_OUTPUT_NOT_MATCH, fmt::format("output {} of {} is {}", i, call.type, wrong));
  }
  return {};
}

Outcome EngineName(aclopEngineType type, const char*& name) {
  switch (type) {
    case ACL_ENGINE_SYS:
      name = "";
      return {};
    case ACL_ENGINE_AICORE:
    case ACL_ENGINE_VECTOR:
      name = "ai_core";
      return {};
  }
  return NoSuch("engine", "engineType", type, "ACL_ENGINE_SYS, ACL_ENGINE_AICORE and ACL_ENGINE_VECTOR");
}

Outcome CompileFor(const OpCall& call, aclopEngineType engine, aclopCompileType flag,
                   std::shared_ptr<AclOperator>& made) {
  OPDK_ACL_TRY(CheckInitialized());
  const char* name = "";
  OPDK_ACL_TRY(EngineName(engine, name));
  if (flag != ACL_COMPILE_SYS) {
    return Fail(flag == ACL_COMPILE_UNREGISTERED ? ACL_ERROR_FEATURE_UNSUPPORTED : ACL_ERROR_INVALID_PARAM,
                "operators come from packages (ACL_COMPILE_SYS): 'opdk new' begins one");
  }
  OPDK_ACL_TRY(CompileOperator(call, name, made));
  KeepOperator(call, made);
  return {};
}

// Infers the shapes of the results. Dimensions are unknown if they depend on values that aren't given.
Outcome Infer(const OpCall& call, const std::vector<std::shared_ptr<aclDataBuffer>>& values,
              std::vector<ge::TensorDesc>& results) {
  std::optional<Packages> packages;
  OPDK_ACL_TRY(ProcessPackages(packages));
  Graph graph;
  OPDK_ACL_TRY(GraphOf(call, values, *packages->registry(), graph));
  CompileOptions options;
  options.disabled_passes = {"fold_constants"};
  auto session = Session::Create(packages->registry(), std::move(options));
  if (!session.ok()) return FromStatus(session.status());
  const auto inferred = (*session)->Optimize(std::move(graph));
  if (!inferred.ok()) return FromStatus(inferred.status());
  for (const Port& input : inferred->net_output()->op().inputs) results.push_back(input.desc);
  return {};
}

bool AllKnown(const std::vector<ge::TensorDesc>& results) {
  return std::none_of(results.begin(), results.end(),
                      [](const ge::TensorDesc& each) { return IsUnknown(each.GetShape().GetDims()); });
}

}  // namespace

Outcome CompileGraph(Graph graph, const char* engine, std::shared_ptr<AclOperator>& made) {
  std::optional<Packages> packages;
  OPDK_ACL_TRY(ProcessPackages(packages));
  CompileOptions options;
  OPDK_ACL_TRY(OptionsNow(options));
  options.engine = engine;
  auto session = Session::Create(packages->registry(), std::move(options));
  if (!session.ok()) return FromStatus(session.status());
  auto compiled = (*session)->Compile(std::move(graph));
  if (!compiled.ok()) return FromStatus(compiled.status());
  made = std::make_shared<AclOperator>(std::move(compiled->model));
  return {};
}

Outcome CompileOperator(const OpCall& call, const char* engine, std::shared_ptr<AclOperator>& made) {
  std::optional<Packages> packages;
  OPDK_ACL_TRY(ProcessPackages(packages));
  Graph graph;
  OPDK_ACL_TRY(GraphOf(call, {}, *packages->registry(), graph));
  OPDK_ACL_TRY(CompileGraph(std::move(graph), engine, made));
  return CheckOutputs(call, *made);
}

void ForgetCompileOptions() {
  const std::lock_guard lock(TheOptions().mutex);
  TheOptions().values.clear();
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

namespace {

aclError CompileAndExecute(const char* function, const char* type, int inputs, const aclTensorDesc* const input_descs[],
                           const aclDataBuffer* const input_buffers[], int outputs,
                           const aclTensorDesc* const output_descs[], aclDataBuffer* const output_buffers[],
                           const aclopAttr* attr, aclopEngineType engine, aclopCompileType flag, bool tells,
                           aclrtStream stream) {
  return Call(function, [&]() -> Outcome {
    OpCall call;
    std::shared_ptr<AclOperator> op;
    OPDK_ACL_TRY(ReadCall(type, inputs, input_descs, outputs, output_descs, attr, call));
    if (!FindOperator(call, op).ok()) OPDK_ACL_TRY(CompileFor(call, engine, flag, op));
    return LaunchCall(call, std::move(op), input_buffers, output_buffers, tells, stream);
  });
}

}  // namespace

aclError aclopCompile(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[], int numOutputs,
                      const aclTensorDesc* const outputDesc[], const aclopAttr* attr, aclopEngineType engineType,
                      aclopCompileType compileFlag, const char* opPath) {
  static_cast<void>(opPath);
  return Call(__func__, [&]() -> Outcome {
    OpCall call;
    std::shared_ptr<AclOperator> op;
    OPDK_ACL_TRY(ReadCall(opType, numInputs, inputDesc, numOutputs, outputDesc, attr, call));
    return CompileFor(call, engineType, compileFlag, op);
  });
}
aclError aclopCompileAndExecute(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                                const aclDataBuffer* const inputs[], int numOutputs,
                                const aclTensorDesc* const outputDesc[], aclDataBuffer* const outputs[],
                                const aclopAttr* attr, aclopEngineType engineType, aclopCompileType compileFlag,
                                const char* opPath, aclrtStream stream) {
  static_cast<void>(opPath);
  return CompileAndExecute(__func__, opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr,
                           engineType, compileFlag, false, stream);
}
aclError aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                                  aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                                  aclDataBuffer* outputs[], aclopAttr* attr, aclopEngineType engineType,
                                  aclopCompileType compileFlag, const char* opPath, aclrtStream stream) {
  static_cast<void>(opPath);
  return CompileAndExecute(__func__, opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr,
                           engineType, compileFlag, true, stream);
}

aclError aclopInferShape(const char* opType, int numInputs, aclTensorDesc* inputDesc[], aclDataBuffer* inputs[],
                         int numOutputs, aclTensorDesc* outputDesc[], aclopAttr* attr) {
  return Call(__func__, [&]() -> Outcome {
    OpCall call;
    OPDK_ACL_TRY(ReadCall(opType, numInputs, inputDesc, numOutputs, outputDesc, attr, call));
    std::vector<std::shared_ptr<aclDataBuffer>> values(call.inputs.size());
    for (size_t i = 0; inputs != nullptr && i < values.size(); ++i) {
      if (inputs[i] != nullptr) OPDK_ACL_TRY(Buffers().Find(inputs[i], values[i]));
    }
    std::vector<ge::TensorDesc> results;
    OPDK_ACL_TRY(Infer(call, {}, results));
    if (!AllKnown(results) && !values.empty()) {
      results.clear();
      OPDK_ACL_TRY(Infer(call, values, results));
    }
    if (results.size() != call.outputs.size()) {
      return Fail(ACL_ERROR_OP_OUTPUT_NOT_MATCH,
                  fmt::format("{} gives {} outputs, not {}", call.type, results.size(), call.outputs.size()));
    }
    for (size_t i = 0; i < results.size(); ++i) {
      call.outputs[i]->type = static_cast<aclDataType>(results[i].GetDataType());
      call.outputs[i]->dims = call.outputs[i]->origin_dims = results[i].GetShape().GetDims();
    }
    return {};
  });
}

aclError aclSetCompileopt(aclCompileOpt opt, const char* value) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckOption(opt));
    if (value == nullptr) return IsNull("value");
    Options& all = TheOptions();
    const std::lock_guard lock(all.mutex);
    std::map<aclCompileOpt, std::string> values = all.values;
    values[opt] = value;
    opdk::CompileOptions options;
    OPDK_ACL_TRY(ReadValues(values, options));
    all.values = std::move(values);
    return {};
  });
}
size_t aclGetCompileoptSize(aclCompileOpt opt) {
  return Get<size_t>(__func__, 0, [&](size_t& size) -> Outcome {
    OPDK_ACL_TRY(CheckOption(opt));
    Options& all = TheOptions();
    const std::lock_guard lock(all.mutex);
    const auto found = all.values.find(opt);
    size = found == all.values.end() ? 1 : found->second.size() + 1;
    return {};
  });
}
aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckOption(opt));
    if (value == nullptr) return IsNull("place for the value");
    Options& all = TheOptions();
    const std::lock_guard lock(all.mutex);
    const auto found = all.values.find(opt);
    const std::string text = found == all.values.end() ? "" : found->second;
    if (length <= text.size()) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("{} bytes are too few: aclGetCompileoptSize says how many it takes", length));
    }
    std::memcpy(value, text.c_str(), text.size() + 1);
    return {};
  });
}
aclError aclopSetCompileFlag(aclOpCompileFlag flag) {
  return Call(__func__, [&]() -> Outcome {
    // Kernels are for any extents anyway.
    if (flag == ACL_OP_COMPILE_DEFAULT || flag == ACL_OP_COMPILE_FUZZ) return {};
    return NoSuch("flag of compilations", "flag", flag, "ACL_OP_COMPILE_DEFAULT and ACL_OP_COMPILE_FUZZ");
  });
}

namespace {

Handles<aclGraphDumpOption>& DumpOptions() {
  static Handles<aclGraphDumpOption> options("option of a dump");
  return options;
}

}  // namespace

aclGraphDumpOption* aclCreateGraphDumpOpt(void) {
  return Get<aclGraphDumpOption*>(__func__, nullptr, [](aclGraphDumpOption*& option) -> Outcome {
    option = DumpOptions().Add(std::make_shared<aclGraphDumpOption>());
    return {};
  });
}
aclError aclDestroyGraphDumpOpt(const aclGraphDumpOption* graphDumpOpt) {
  return Call(__func__, [&] { return DumpOptions().Remove(graphDumpOpt); });
}

aclError aclGenGraphAndDumpForOp(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                                 const aclDataBuffer* const inputs[], int numOutputs,
                                 const aclTensorDesc* const outputDesc[], aclDataBuffer* const outputs[],
                                 const aclopAttr* attr, aclopEngineType engineType, const char* graphDumpPath,
                                 const aclGraphDumpOption* graphDumpOpt) {
  static_cast<void>(inputs);  // values aren't written
  static_cast<void>(outputs);
  return Call(__func__, [&]() -> Outcome {
    const char* engine = "";
    if (graphDumpPath == nullptr) return IsNull("path");
    OPDK_ACL_TRY(EngineName(engineType, engine));
    if (std::shared_ptr<aclGraphDumpOption> option; graphDumpOpt != nullptr) {
      OPDK_ACL_TRY(DumpOptions().Find(graphDumpOpt, option));
    }
    OpCall call;
    OPDK_ACL_TRY(ReadCall(opType, numInputs, inputDesc, numOutputs, outputDesc, attr, call));
    std::optional<opdk::Packages> packages;
    OPDK_ACL_TRY(ProcessPackages(packages));
    opdk::Graph graph;
    OPDK_ACL_TRY(GraphOf(call, {}, *packages->registry(), graph));
    const auto operators = opdk::ToOperators(graph);
    if (!operators.ok()) return FromStatus(operators.status());
    std::string path = graphDumpPath;
    if (operators->SaveToFile(path.c_str()) == ge::GRAPH_SUCCESS) return {};
    return Fail(ACL_ERROR_WRITE_FILE, fmt::format("{} can't be written", path));
  });
}
