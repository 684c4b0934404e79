#include "sdk/tools/python/src/packages.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <mutex>
#include <utility>

#include "opdk/declaration.h"
#include "sdk/tools/python/src/attr_values.h"
#include "sdk/tools/python/src/bindings.h"
#include "sdk/tools/python/src/status_error.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

// Keeps a library's packages loaded until the process ends. Objects that the library made (graphs, deleters of tensors)
// may live anywhere in the process.
void KeepForever(Packages packages) {
  static std::mutex mutex;
  static auto* const kept = new std::vector<Packages>();
  const std::lock_guard lock(mutex);
  kept->push_back(std::move(packages));
}

Packages Load(std::vector<std::string> plugins, bool environment, bool builtin) {
  const py::gil_scoped_release release;
  Packages packages = Take(Packages::Load({std::move(plugins), environment, builtin}));
  KeepForever(packages);
  return packages;
}

py::list PackagesOf(const Packages& packages) {
  py::list list;
  for (const PackageInfo& package : packages.packages()) {
    py::dict row;
    row["name"] = package.name;
    row["vendor"] = package.vendor;
    row["version"] = package.version;
    row["path"] = PathToPython(package.path);
    row["builtin"] = package.builtin;
    row["priority"] = package.priority;
    row["reason"] = package.priority_reason;
    list.append(std::move(row));
  }
  return list;
}

py::list ProvidersOf(const Packages& packages, const std::string& type) {
  py::list list;
  for (const OperatorSupport& provider : packages.Providers(type)) {
    py::dict row;
    row["package"] = provider.package;
    row["prototype"] = provider.prototype;
    row["engines"] = provider.engines;
    list.append(std::move(row));
  }
  return list;
}

py::list PortsOf(const OpDesc& prototype, const std::vector<IrPort>& ports) {
  static constexpr const char* kKinds[] = {"required", "optional", "dynamic"};
  py::list list;
  for (const IrPort& port : ports) {
    py::dict row;
    row["name"] = port.name;
    row["kind"] = kKinds[static_cast<size_t>(port.kind)];
    row["types"] = TypesText(prototype, port);
    list.append(std::move(row));
  }
  return list;
}

py::dict PrototypeOf(const Packages& packages, const std::string& type) {
  const OpDesc& prototype = *Take(packages.Prototype(type));
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
  row["inputs"] = PortsOf(prototype, prototype.ir_inputs);
  row["outputs"] = PortsOf(prototype, prototype.ir_outputs);
  row["attrs"] = std::move(attrs);
  return row;
}

py::list RejectedOf(const Packages& packages) {
  py::list list;
  for (const RejectedPackage& rejected : packages.rejected()) {
    list.append(py::make_tuple(PathToPython(rejected.path), ToPython(rejected.reason)));
  }
  return list;
}

py::list NotesOf(const Packages& packages) {
  py::list list;
  for (const Status& note : packages.notes()) list.append(ToPython(note));
  return list;
}

}  // namespace

Packages LoadedPackages() {
  auto packages = Packages::Current();
  if (packages.ok()) return std::move(packages).value();
  throw StatusError(std::move(packages).status().Hint("call opdk.load() first"));
}

void BindPackages(py::module_& module) {
  py::class_<Packages>(module, "Registry", "The packages of one load.")
      .def("packages", &PackagesOf, "One dict per package, winner first.")
      .def("operator_types", &Packages::OperatorTypes, "Names of all operator types, sorted.")
      .def("providers", &ProvidersOf, py::arg("type"), "One dict per package that knows the operator, winner first.")
      .def("prototype", &PrototypeOf, py::arg("type"), "Inputs, outputs and attributes of an operator.")
      .def("rejected", &RejectedOf, "Path and error of each library that isn't loaded.")
      .def("notes", &NotesOf, "What is odd but refuses nothing.")
      .def(
          "searched",
          [](const Packages& packages) {
            py::list paths;
            for (const std::string& path : packages.searched()) paths.append(PathToPython(path));
            return paths;
          },
          "The directories that were read.");
  module.def("load", &Load, py::arg("plugins"), py::arg("environment"), py::arg("builtin"),
             "Loads packages and makes them the current ones.");
  module.def(
      "current",
      []() -> std::optional<Packages> {
        auto packages = Packages::Current();
        if (!packages.ok()) return std::nullopt;
        return std::move(packages).value();
      },
      "The packages of the last load.");
}

}  // namespace opdk::python
