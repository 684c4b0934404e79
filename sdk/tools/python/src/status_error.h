// Errors on their way to Python: a Status becomes an opdk.OpdkError.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <string>
#include <utility>

#include "opdk/status.h"

namespace opdk::python {

class StatusError : public std::exception {
 public:
  explicit StatusError(Status status) : status_(std::move(status)), text_(status_.ToString()) {}
  const Status& status() const { return status_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  Status status_;
  std::string text_;
};

// Throws StatusError for an error. Usable with and without the GIL.
inline void Check(Status status) {
  if (!status.ok()) throw StatusError(std::move(status));
}
template <typename T>
T Take(Result<T> result) {
  if (!result.ok()) throw StatusError(std::move(result).status());
  return std::move(result).value();
}

// Returns the opdk.OpdkError of a Status.
pybind11::object ToPython(const Status& status);
// Returns a path as Python writes it, even if the path isn't UTF-8.
pybind11::str PathToPython(const std::string& path);
void RegisterStatusError();

}  // namespace opdk::python
