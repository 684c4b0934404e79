#include "sdk/tools/python/src/arrays.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include "opdk/dtype_name.h"
#include "sdk/tools/python/src/status_error.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

// The bytes of a result without a caller's array. numpy owns them through the buffer protocol.
struct Buffer {
  std::vector<uint8_t> bytes;
};

py::object BufferOf(Written& written) {
  if (!written.bytes) return py::none();
  auto buffer = std::make_unique<Buffer>(Buffer{std::move(*written.bytes)});
  written.bytes.reset();
  return py::cast(std::move(buffer));
}

}  // namespace

std::vector<RunInput> InputsOver(const std::vector<Array>& arrays) {
  std::vector<RunInput> inputs;
  inputs.reserve(arrays.size());
  for (const Array& array : arrays) {
    inputs.push_back({reinterpret_cast<const void*>(array.address), array.bytes, array.dtype, array.shape});
  }
  return inputs;
}

std::vector<RunOutput> OutputsOver(const OutputArrays& arrays) {
  std::vector<RunOutput> outputs(arrays.size());
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (!arrays[i]) continue;
    outputs[i].data = reinterpret_cast<void*>(arrays[i]->address);
    outputs[i].capacity = arrays[i]->bytes;
  }
  return outputs;
}

std::vector<Written> Collect(const std::vector<RunOutput>& outputs, const OutputArrays& arrays) {
  std::vector<Written> results(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    const RunOutput& output = outputs[i];
    results[i].dtype = output.dtype;
    results[i].shape.assign(output.shape.begin(), output.shape.end());
    if (arrays[i]) continue;
    const auto* data = static_cast<const uint8_t*>(output.data);
    results[i].bytes.emplace(data, data + output.bytes);
  }
  return results;
}

ge::Tensor TensorFrom(const Array& array) {
  const ge::TensorDesc desc(ge::Shape(array.shape), ge::FORMAT_ND, array.dtype);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(array.address), array.bytes);
}

ge::DataType DtypeFrom(const std::string& name) {
  ge::DataType dtype = ge::DT_UNDEFINED;
  if (ParseDtypeName(name, dtype)) return dtype;
  throw StatusError(Status(ErrorCode::kUsage, fmt::format("there is no dtype '{}'", name))
                        .Hint("float, float16, bfloat16, double, bool, int8 … uint64, complex64, complex128"));
}

void BindArrays(py::module_& module) {
  py::class_<Buffer>(module, "Buffer", py::buffer_protocol(), "Bytes of a result.").def_buffer([](Buffer& buffer) {
    return py::buffer_info(buffer.bytes.data(), static_cast<py::ssize_t>(buffer.bytes.size()), false);
  });
  py::class_<Array>(module, "Array", "Dense memory of the caller's, which must live while it is used.")
      .def(py::init([](uintptr_t address, size_t nbytes, const std::string& dtype, std::vector<int64_t> shape) {
             return Array{address, nbytes, DtypeFrom(dtype), std::move(shape)};
           }),
           py::arg("address"), py::arg("nbytes"), py::arg("dtype"), py::arg("shape"));
  py::class_<PortSpec>(module, "Port", "A named tensor without values.")
      .def(py::init([](std::string name, const std::string& dtype, std::vector<int64_t> shape) {
             return PortSpec{std::move(name), DtypeFrom(dtype), std::move(shape)};
           }),
           py::arg("name"), py::arg("dtype"), py::arg("shape"))
      .def_readonly("name", &PortSpec::name, "As the prototype or the model names it.")
      .def_property_readonly(
          "dtype", [](const PortSpec& port) { return DtypeName(port.dtype); }, "Name of the dtype.")
      .def_readonly("shape", &PortSpec::shape, "-1: any size; [-2]: any rank.");
  py::class_<Written>(module, "Written", "One output of a run.")
      .def_property_readonly(
          "dtype", [](const Written& written) { return DtypeName(written.dtype); }, "Name of the dtype.")
      .def_readonly("shape", &Written::shape, "Its dimensions.")
      .def("take_buffer", &BufferOf, "The bytes, once; None where a given array took them.");
}

}  // namespace opdk::python
