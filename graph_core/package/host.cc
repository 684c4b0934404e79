// The SDK's questions to its process, answered by the current registry.
#include "opdk/host.h"

#include <mutex>

#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/graph_dumps.h"
#include "graph_core/ir/proto.h"
#include "graph_core/ir/text.h"
#include "graph_core/ir/to_operators.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/package_registry.h"

namespace opdk {
namespace {

DumpForm FormOf(ge::Graph::DumpFormat format) {
  switch (format) {
    case ge::Graph::DumpFormat::kOnnx:
      return DumpForm::kOnnx;
    case ge::Graph::DumpFormat::kReadable:
      return DumpForm::kReadable;
    case ge::Graph::DumpFormat::kTxt:
      break;
  }
  return DumpForm::kProto;
}

class RegistryHost : public Host {
 public:
  explicit RegistryHost(std::shared_ptr<const PackageRegistry> registry) : registry_(std::move(registry)) {}

  Result<ge::Operator> CreateOperator(const std::string& name, const std::string& type) const override {
    return registry_->CreateOperator(name, type);
  }
  std::vector<std::string> OperatorTypes() const override { return registry_->OperatorTypes(); }
  bool HasInferShape(std::string_view type) const override {
    const OperatorProvider* provider = registry_->Prototype(type);
    return provider != nullptr && (provider->infer_shape != nullptr || registry_->Expression(type) != nullptr);
  }
  Status InferShape(OpDesc& op, const ConstInputFn& const_input) const override {
    return InferOperatorShape(*registry_, op, const_input);
  }
  Status Verify(OpDesc& op, const ConstInputFn& const_input) const override {
    return VerifyOperator(*registry_, op, const_input);
  }
  Result<std::string> SaveGraph(const ge::Graph& graph) const override {
    OPDK_TRY(const Graph core, FromOperators(graph));
    return Serialize(core);
  }
  Result<ge::Graph> LoadGraph(std::string_view bytes, const std::string& source_name) const override {
    OPDK_TRY(const Graph core, Deserialize(bytes, source_name));
    return ToOperators(core);
  }
  Result<std::string> PrintGraph(const ge::Graph& graph) const override {
    OPDK_TRY(const Graph core, FromOperators(graph));
    return Print(core);
  }
  Result<std::string> DumpGraph(const ge::Graph& graph, ge::Graph::DumpFormat format) const override {
    OPDK_TRY(const Graph core, FromOperators(graph));
    return DumpText(core, FormOf(format), DumpDetail::kAll);
  }
  Status DumpGraphToFile(const ge::Graph& graph, ge::Graph::DumpFormat format,
                         const std::string& suffix) const override {
    OPDK_TRY(const Graph core, FromOperators(graph));
    const DumpForm form = FormOf(format);
    return opdk::DumpGraph(core, {&form, 1}, DumpDetail::kAll, 0, suffix);
  }

 private:
  std::shared_ptr<const PackageRegistry> registry_;
};

struct CurrentRegistry {
  std::mutex mutex;
  std::shared_ptr<const PackageRegistry> registry;
};

CurrentRegistry& Place() {
  static CurrentRegistry current;
  return current;
}

}  // namespace

void PackageRegistry::SetCurrent(std::shared_ptr<const PackageRegistry> registry) {
  CurrentRegistry& current = Place();
  const std::lock_guard<std::mutex> lock(current.mutex);
  SetHost(registry == nullptr ? nullptr : std::make_shared<RegistryHost>(registry));
  current.registry = std::move(registry);
}

std::shared_ptr<const PackageRegistry> PackageRegistry::Current() {
  CurrentRegistry& current = Place();
  const std::lock_guard<std::mutex> lock(current.mutex);
  return current.registry;
}

}  // namespace opdk
