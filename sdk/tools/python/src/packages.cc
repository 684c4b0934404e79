#include "sdk/tools/python/src/packages.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <mutex>
#include <utility>

#include "graph/operator.h"
#include "sdk/tools/python/src/attr_values.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/status_error.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

// What a loaded library made (graphs, deleters of tensors) may live anywhere in the process, so none is unloaded.
void KeepForever(std::shared_ptr<const PackageRegistry> registry) {
  static std::mutex mutex;
  static auto* const kept = new std::vector<std::shared_ptr<const PackageRegistry>>();
  const std::lock_guard lock(mutex);
  kept->push_back(std::move(registry));
}

struct Registry {
  std::shared_ptr<const PackageRegistry> packages;
};

Registry Load(std::vector<std::string> plugins, bool environment, bool builtin) {
  std::shared_ptr<PackageRegistry> packages;
  {
    const py::gil_scoped_release release;
    packages = Take(PackageRegistry::Load({std::move(plugins), environment, builtin}));
    KeepForever(packages);
    PackageRegistry::SetCurrent(packages);
  }
  return {std::move(packages)};
}

py::list PackagesOf(const Registry& registry) {
  py::list list;
  for (const auto& package : registry.packages->packages()) {
    py::dict row;
    row["name"] = package->name;
    row["vendor"] = package->vendor;
    row["version"] = package->version;
    row["path"] = PathToPython(package->path);
    row["builtin"] = package->builtin;
    row["priority"] = package->priority;
    row["reason"] = package->priority_reason;
    list.append(std::move(row));
  }
  return list;
}

py::list ProvidersOf(const Registry& registry, const std::string& type) {
  py::list list;
  for (const OperatorProvider& provider : registry.packages->Providers(type)) {
    std::vector<std::string> engines;
    if (provider.info != nullptr) {
      for (const EngineOpInfo& engine : provider.info->engines) engines.push_back(engine.engine);
    }
    py::dict row;
    row["package"] = provider.package->name;
    row["prototype"] = provider.prototype != nullptr;
    row["engines"] = engines;
    list.append(std::move(row));
  }
  return list;
}

py::list PortsOf(const std::vector<IrPort>& ports) {
  static constexpr const char* kKinds[] = {"required", "optional", "dynamic"};
  py::list list;
  for (const IrPort& port : ports) {
    py::dict row;
    row["name"] = port.name;
    row["kind"] = kKinds[static_cast<size_t>(port.kind)];
    row["types"] = port.types;
    list.append(std::move(row));
  }
  return list;
}

py::dict PrototypeOf(const Registry& registry, const std::string& type) {
  const ge::Operator handle = Take(registry.packages->CreateOperator(type, type));
  const OpDesc& prototype = DescOf(handle);
  py::list attrs;
  for (const IrAttr& attr : prototype.ir_attrs) {
    py::dict row;
    row["name"] = attr.name;
    row["type"] = attr.type;
    row["required"] = attr.required;
    row["default"] = ToPython(attr.default_value);
    attrs.append(std::move(row));
  }
  py::dict row;
  row["inputs"] = PortsOf(prototype.ir_inputs);
  row["outputs"] = PortsOf(prototype.ir_outputs);
  row["attrs"] = std::move(attrs);
  return row;
}

py::list RejectedOf(const Registry& registry) {
  py::list list;
  for (const RejectedPackage& rejected : registry.packages->rejected()) {
    list.append(py::make_tuple(PathToPython(rejected.path), ToPython(rejected.reason)));
  }
  return list;
}

py::list NotesOf(const Registry& registry) {
  py::list list;
  for (const Status& note : registry.packages->notes()) list.append(ToPython(note));
  return list;
}

}  // namespace

std::shared_ptr<const PackageRegistry> LoadedPackages() {
  auto packages = PackageRegistry::Current();
  if (packages != nullptr) return packages;
  throw StatusError(Status(ErrorCode::kUsage, "no operator packages are loaded").Hint("call opdk.load() first"));
}

void BindPackages(py::module_& module) {
  py::class_<Registry>(module, "Registry", "The packages of one load.")
      .def("packages", &PackagesOf, "One dict per package, winner first.")
      .def(
          "operator_types", [](const Registry& registry) { return registry.packages->OperatorTypes(); },
          "Names of all operator types, sorted.")
      .def("providers", &ProvidersOf, py::arg("type"), "One dict per package that knows the operator, winner first.")
      .def("prototype", &PrototypeOf, py::arg("type"), "Inputs, outputs and attributes of an operator.")
      .def("rejected", &RejectedOf, "Path and error of each library that isn't loaded.")
      .def("notes", &NotesOf, "What is odd but refuses nothing.")
      .def(
          "searched",
          [](const Registry& registry) {
            py::list paths;
            for (const std::string& path : registry.packages->searched()) paths.append(PathToPython(path));
            return paths;
          },
          "The directories that were read.");
  module.def("load", &Load, py::arg("plugins"), py::arg("environment"), py::arg("builtin"),
             "Loads packages and makes them the current ones.");
  module.def(
      "current",
      []() -> std::optional<Registry> {
        auto packages = PackageRegistry::Current();
        if (packages == nullptr) return std::nullopt;
        return Registry{std::move(packages)};
      },
      "The packages of the last load.");
}

}  // namespace opdk::python
