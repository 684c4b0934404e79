#include "sdk/tools/python/src/attr_values.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "opdk/declaration.h"
#include "opdk/dtype_name.h"
#include "sdk/tools/python/src/arrays.h"
#include "sdk/tools/python/src/status_error.h"

namespace py = pybind11;

namespace opdk::python {
namespace {

std::optional<int64_t> Int(py::handle value) {
  if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr())) return std::nullopt;
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  int overflow = 0;
  const int64_t result = number ? PyLong_AsLongLongAndOverflow(number.ptr(), &overflow) : -1;
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return overflow == 0 ? std::optional(result) : std::nullopt;
}

std::optional<float> Float(py::handle value) {
  const bool number = PyFloat_Check(value.ptr()) || PyIndex_Check(value.ptr()) ||
                      py::isinstance(value, py::module_::import("numbers").attr("Real"));
  if (PyBool_Check(value.ptr()) || !number) return std::nullopt;
  const double result = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return std::nullopt;
  }
  // A finite number that float can't hold is no value for it.
  if (std::isfinite(result) && std::abs(result) > static_cast<double>(std::numeric_limits<float>::max())) {
    return std::nullopt;
  }
  return static_cast<float>(result);
}

std::optional<bool> Bool(py::handle value) {
  if (!PyBool_Check(value.ptr())) return std::nullopt;
  return value.ptr() == Py_True;
}

std::optional<std::string> String(py::handle value) {
  if (!PyUnicode_Check(value.ptr())) return std::nullopt;
  return value.cast<std::string>();
}

std::optional<ge::DataType> Type(py::handle value) {
  const auto name = String(value);
  ge::DataType dtype = ge::DT_UNDEFINED;
  return name && ParseDtypeName(*name, dtype) ? std::optional(dtype) : std::nullopt;
}

std::optional<ge::Tensor> Tensor(py::handle value) {
  if (!py::isinstance(value, py::module_::import("numpy").attr("ndarray"))) return std::nullopt;
  const py::object array = py::module_::import("opdk.arrays").attr("native_array")("the attribute's value", value);
  return TensorFrom(array.cast<const Array&>());
}

std::optional<std::vector<uint8_t>> Bytes(py::handle value) {
  if (!PyBytes_Check(value.ptr())) return std::nullopt;
  const std::string_view bytes = value.cast<std::string_view>();
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

template <typename T>
std::optional<std::vector<T>> List(py::handle value, std::optional<T> (*element)(py::handle)) {
  if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr())) return std::nullopt;
  std::vector<T> list;
  for (const py::handle item : py::reinterpret_borrow<py::sequence>(value)) {
    auto read = element(item);
    if (!read) return std::nullopt;
    list.push_back(*std::move(read));
  }
  return list;
}

std::optional<std::vector<int64_t>> IntList(py::handle value) { return List<int64_t>(value, Int); }

struct Form {
  std::string_view type;
  std::string_view expected;
  std::optional<Attr> (*read)(py::handle value);
};

template <auto element>
std::optional<Attr> One(py::handle value) {
  auto read = element(value);
  return read ? std::optional<Attr>(*std::move(read)) : std::nullopt;
}

template <typename T, auto element>
std::optional<Attr> Many(py::handle value) {
  auto read = List<T>(value, element);
  return read ? std::optional<Attr>(*std::move(read)) : std::nullopt;
}

constexpr Form kForms[] = {
    {"Int", "an int of 64 bits", One<Int>},
    {"Float", "a float of 32 bits", One<Float>},
    {"Bool", "True or False", One<Bool>},
    {"String", "a str", One<String>},
    {"AscendString", "a str", One<String>},
    {"Type", "a dtype or the name of one", One<Type>},
    {"Tensor", "a dense numpy array", One<Tensor>},
    {"Bytes", "bytes", One<Bytes>},
    {"ListInt", "a list of ints of 64 bits", Many<int64_t, Int>},
    {"ListFloat", "a list of floats of 32 bits", Many<float, Float>},
    {"ListBool", "a list of bools", Many<bool, Bool>},
    {"ListString", "a list of strs", Many<std::string, String>},
    {"ListAscendString", "a list of strs", Many<std::string, String>},
    {"ListType", "a list of dtypes or their names", Many<ge::DataType, Type>},
    {"ListTensor", "a list of dense numpy arrays", Many<ge::Tensor, Tensor>},
    {"ListListInt", "a list of lists of ints", Many<std::vector<int64_t>, IntList>},
};

}  // namespace

AttrMap AttrsFrom(const OpDesc& prototype, const py::dict& attrs) {
  AttrMap result;
  for (const auto& [key, value] : attrs) {
    const std::string name = key.cast<std::string>();
    const IrAttr* declared = Take(FindAttr(prototype, name));
    const auto* form =
        std::find_if(std::begin(kForms), std::end(kForms), [&](const Form& f) { return f.type == declared->type; });
    if (form == std::end(kForms)) {
      throw StatusError(Status(
          ErrorCode::kAttrInvalid,
          fmt::format("attribute '{}' of {} is a {}, which has no Python form", name, prototype.type, declared->type)));
    }
    py::object given = py::reinterpret_borrow<py::object>(value);
    if (declared->type.starts_with("List") && py::hasattr(given, "tolist")) given = given.attr("tolist")();
    const auto name_of_dtype = String(given);
    const auto dtype = name_of_dtype ? DtypeAsInt(*declared, *name_of_dtype) : std::nullopt;
    auto read = dtype ? std::optional<Attr>(*dtype) : form->read(given);
    if (!read) {
      throw StatusError(Status(ErrorCode::kAttrInvalid,
                               fmt::format("attribute '{}' of {} is a {}: {}; {} is given", name, prototype.type,
                                           declared->type, form->expected, py::repr(value).cast<std::string>()))
                            .At(fmt::format("{}.{}", prototype.type, name)));
    }
    result.emplace(name, *std::move(read));
  }
  return result;
}

py::object ToPython(const Attr& attr) {
  return std::visit(
      [](const auto& value) -> py::object {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, ge::DataType>) {
          return py::cast(DtypeName(value));
        } else if constexpr (std::is_same_v<T, std::vector<ge::DataType>>) {
          std::vector<std::string> names;
          for (const ge::DataType dtype : value) names.push_back(DtypeName(dtype));
          return py::cast(names);
        } else if constexpr (std::is_same_v<T, std::vector<uint8_t>>) {
          return py::bytes(reinterpret_cast<const char*>(value.data()), value.size());
        } else if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, float> || std::is_same_v<T, bool> ||
                             std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<int64_t>> ||
                             std::is_same_v<T, std::vector<float>> || std::is_same_v<T, std::vector<bool>> ||
                             std::is_same_v<T, std::vector<std::string>> ||
                             std::is_same_v<T, std::vector<std::vector<int64_t>>>) {
          return py::cast(value);
        } else {
          return py::none();
        }
      },
      attr);
}

}  // namespace opdk::python
