#include "tests/op_impl/ai_core/kernel_run.h"

#include <gtest/gtest.h>

#include "graph_core/package/operator_calls.h"
#include "tbe/dsl.h"

namespace opdk {
namespace {

const OperatorProvider* ProviderOf(const std::string& type) {
  const OperatorProvider* provider = Builtin().Prototype(type);
  if (provider == nullptr || provider->Kernel(kAiCoreEngine) == nullptr || provider->info == nullptr ||
      provider->info->Find(kAiCoreEngine) == nullptr) {
    ADD_FAILURE() << type << " has no AI Core kernel, or no ai_core section";
    return nullptr;
  }
  return provider;
}

ge::Tensor ConstantOf(const Port& port, const Arg& arg) {
  const tbe::HostTensor host = tbe::FromNumbers(port.desc.GetDataType(), arg.shape, arg.numbers);
  return ge::Tensor(port.desc, host.bytes);
}

}  // namespace

const PackageRegistry& Builtin() {
  static const std::shared_ptr<PackageRegistry> registry = [] {
    PackageOptions options;
    options.plugin_dirs = {OPDK_BINARY_DIR "/lib/opdk/builtin"};
    options.use_environment = options.use_builtin = false;
    auto loaded = PackageRegistry::Load(options);
    if (!loaded.ok()) throw std::runtime_error(loaded.status().ToString());
    return *loaded;
  }();
  return *registry;
}

KernelRun& KernelRun::Input(const std::string& port, Arg arg) {
  inputs_.push_back({port, {std::move(arg)}});
  return *this;
}

KernelRun& KernelRun::Dynamic(const std::string& port, std::vector<Arg> args) {
  inputs_.push_back({port, std::move(args)});
  return *this;
}

KernelRun& KernelRun::Outputs(const std::string& port, int count) {
  outputs_.push_back({port, count});
  return *this;
}

KernelRun& KernelRun::Set(const std::string& attr, Attr value) {
  attrs_[attr] = std::move(value);
  return *this;
}

OpDesc KernelRun::Describe(const OpDesc& prototype) const {
  OpDesc op = prototype;
  op.inputs.clear();
  for (size_t i = 0; i < op.ir_inputs.size(); ++i) {
    const IrPort& declared = op.ir_inputs[i];
    const std::vector<Arg>* args = nullptr;
    for (const auto& [port, given] : inputs_) {
      if (port == declared.name) args = &given;
    }
    const int ir_index = static_cast<int>(i);
    if (args == nullptr) {
      if (declared.kind != PortKind::kDynamic) {
        op.inputs.push_back(
            {declared.name, ir_index, ge::TensorDesc(ge::Shape(), ge::FORMAT_RESERVED, ge::DT_UNDEFINED)});
      }
      continue;
    }
    for (size_t k = 0; k < args->size(); ++k) {
      const std::string name = declared.kind == PortKind::kDynamic ? declared.name + std::to_string(k) : declared.name;
      const Arg& arg = (*args)[k];
      op.inputs.push_back({name, ir_index, ge::TensorDesc(ge::Shape(arg.shape), ge::FORMAT_ND, arg.dtype)});
    }
  }
  for (const auto& [port, count] : outputs_) {
    for (int k = 0; k < count; ++k) op.outputs.push_back({port + std::to_string(k), 0, ge::TensorDesc()});
  }
  for (const auto& [name, value] : attrs_) op.attrs[name] = value;
  return op;
}

Result<std::vector<tbe::HostTensor>> KernelRun::Evaluate(OpDesc op) const {
  const OperatorProvider* provider = ProviderOf(type_);
  if (provider == nullptr) return Status(ErrorCode::kOperatorUnknown, type_);
  std::vector<const Arg*> args;  // by slot
  for (const Port& port : op.inputs) {
    args.push_back(nullptr);
    for (const auto& [name, given] : inputs_) {
      for (size_t k = 0; k < given.size(); ++k) {
        if (port.name == name || port.name == name + std::to_string(k)) args.back() = &given[k];
      }
    }
  }
  const ConstInputFn const_input = [&](int input, ge::Tensor& value) {
    const Arg* arg = args[static_cast<size_t>(input)];
    if (arg == nullptr) return false;
    value = ConstantOf(op.inputs[static_cast<size_t>(input)], *arg);
    return true;
  };
  OPDK_TRY(VerifyOperator(Builtin(), op, const_input));
  OPDK_TRY(InferOperatorShape(Builtin(), op, const_input));
  std::vector<tbe::Tensor> symbols;
  std::vector<tbe::HostTensor> values;
  for (size_t i = 0; i < args.size(); ++i) {
    const ge::DataType dtype = op.inputs[i].desc.GetDataType();
    if (args[i] == nullptr) {
      symbols.emplace_back();
      values.emplace_back();
      continue;
    }
    symbols.push_back(tbe::Placeholder(static_cast<int>(i), args[i]->shape, dtype, op.inputs[i].name));
    values.push_back(tbe::FromNumbers(dtype, args[i]->shape, args[i]->numbers));
  }
  std::vector<tbe::Tensor> outputs;
  try {
    outputs = static_cast<const tbe::OpComputeKernel*>(provider->Kernel(kAiCoreEngine)->payload.get())
                  ->compute(tbe::OpParams(op, symbols, const_input));
  } catch (const tbe::ExpressionError& error) {
    return error.status();
  }
  if (outputs.size() != op.outputs.size()) {
    return Status(ErrorCode::kExpression, "the kernel returns " + std::to_string(outputs.size()) + " outputs");
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    EXPECT_EQ(outputs[i].shape(), op.outputs[i].desc.GetShape().GetDims()) << type_ << " " << op.outputs[i].name;
    EXPECT_EQ(outputs[i].dtype(), op.outputs[i].desc.GetDataType()) << type_ << " " << op.outputs[i].name;
  }
  return tbe::Evaluate(outputs, values);
}

void KernelRun::TryEveryColumn(const OpDesc& op) const {
  const EngineOpInfo& info = *ProviderOf(type_)->info->Find(kAiCoreEngine);
  for (size_t column = 0; column < info.columns; ++column) {
    OpDesc typed = op;
    std::string signature;
    for (Port& port : typed.inputs) {
      const PortInfo* types = info.FindPort(op.ir_inputs[static_cast<size_t>(port.ir_index)].name);
      if (port.desc.GetDataType() == ge::DT_UNDEFINED || types == nullptr) continue;
      port.desc.SetDataType(types->dtypes[column]);
      signature += port.name + " " + std::to_string(types->dtypes[column]) + " ";
    }
    const auto result = Evaluate(typed);
    // An attribute may suit only some dtypes. The kernel never sees operators that verification refuses.
    if (result.status().code() == ErrorCode::kInferShape) continue;
    EXPECT_TRUE(result.ok()) << type_ << " with " << signature << ": " << result.status().ToString();
  }
}

std::vector<tbe::HostTensor> KernelRun::Run() {
  const OperatorProvider* provider = ProviderOf(type_);
  if (provider == nullptr) return {};
  const ge::Operator prototype = provider->prototype->create(ge::AscendString("node"));
  const OpDesc op = Describe(DescOf(prototype));
  const auto result = Evaluate(op);
  if (!result.ok()) {
    ADD_FAILURE() << result.status().ToString();
    return {};
  }
  TryEveryColumn(op);
  return *result;
}

std::vector<double> KernelRun::Numbers(int index) {
  const std::vector<tbe::HostTensor> outputs = Run();
  return static_cast<size_t>(index) < outputs.size() ? tbe::ToNumbers(outputs[static_cast<size_t>(index)])
                                                     : std::vector<double>();
}

std::string KernelRun::Refusal() {
  const OperatorProvider* provider = ProviderOf(type_);
  if (provider == nullptr || provider->CheckSupport(kAiCoreEngine) == nullptr) return "";
  const ge::Operator prototype = provider->prototype->create(ge::AscendString("node"));
  OpDesc op = Describe(DescOf(prototype));
  return ToText(provider->CheckSupport(kAiCoreEngine)->check(OperatorOver(op, nullptr)));
}

}  // namespace opdk
