// tbe::ExpressionError: thrown when an expression can't be built.
#pragma once

#include <exception>

#include "opdk/status.h"
#include "opdk/visibility.h"

namespace tbe {

// An expression whose shapes or dtypes don't fit. It carries the Status (E2010) that names the DSL call and the
// operands. Kernels let it pass; the engine that called the kernel turns it back into the Status.
class OPDK_API ExpressionError : public std::exception {
 public:
  explicit ExpressionError(opdk::Status status);
  ~ExpressionError() override;
  ExpressionError(const ExpressionError&) = default;
  ExpressionError& operator=(const ExpressionError&) = default;
  const char* what() const noexcept override;
  const opdk::Status& status() const { return status_; }

 private:
  opdk::Status status_;
  ge::AscendString what_;
};

}  // namespace tbe
