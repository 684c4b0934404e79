#include <cxxabi.h>
#include <fmt/format.h>

#include <boost/core/demangle.hpp>
#include <exception>
#include <typeinfo>

#include "graph_core/package/package_registry.h"

namespace opdk {

Status Fence(const std::function<Status()>& call, const std::function<std::string()>& where) {
  const auto threw = [&where](std::string message) {
    return Status(ErrorCode::kKernelThrew, std::move(message))
        .At(where())
        .Hint("the fault is in the package's code: an exception must not leave it");
  };
  try {
    return call();
  } catch (const std::exception& error) {
    return threw(fmt::format("threw {}: {}", boost::core::demangle(typeid(error).name()), error.what()));
  } catch (const __cxxabiv1::__forced_unwind&) {
    throw;  // a cancelled thread
  } catch (...) {
    const std::type_info* type = __cxxabiv1::__cxa_current_exception_type();
    return threw(fmt::format("threw {}", type == nullptr ? "an exception" : boost::core::demangle(type->name())));
  }
}

}  // namespace opdk
