#include "tbe/error.h"

#include <utility>

namespace tbe {

ExpressionError::ExpressionError(opdk::Status status)
    : status_(std::move(status)), what_(opdk::Neutral(status_.message())) {}
ExpressionError::~ExpressionError() = default;
const char* ExpressionError::what() const noexcept { return what_.GetString(); }

}  // namespace tbe
