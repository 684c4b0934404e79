// Errors as values: Status, Result<T> and the two macros OPDK_TRY and OPDK_CHECK.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "opdk/neutral_text.h"

namespace opdk {

// User-facing error codes, printed as "E2003". The thousands digit decides the exit code (ExitCode()).
enum class ErrorCode : uint16_t {
  kOk = 0,
  // 1xxx: the command line, its input files, the environment -> exit code 2.
  kUsage = 1001,
  kFileNotFound = 1002,
  kInputMissing = 1003,
  kInputMismatch = 1004,  // an input's dtype, rank or shape is not what the model declares
  kInputFormat = 1005,    // an input file that can't be read as .npy or .pb
  kWriteFailed = 1006,    // a file or directory that can't be written
  kExists = 1007,         // what would be made is there already, and isn't overwritten
  // 2xxx: definitions (models, graphs, YAML, prototypes) -> exit code 3.
  kModelInvalid = 2001,     // a model file that can't be parsed
  kOperatorUnknown = 2002,  // no package provides the operator or its framework mapping
  kInferShape = 2003,       // an operator's shape inference or verification refused the node
  kGraphCycle = 2004,
  kGraphInvalid = 2005,
  kOpInfoInvalid = 2006,  // operator information: schema error or contradiction with the prototype
  kShapeOverflow = 2007,  // a product of dimensions does not fit in memory
  kNoEngine = 2008,       // every engine refused the node
  kAttrInvalid = 2009,
  kExpression = 2010,         // a tensor expression whose shapes or dtypes don't fit
  kCaseInvalid = 2011,        // an operator case that can't be read or contradicts the prototype
  kDefinitionInvalid = 2012,  // an operator definition: opdk's YAML, msOpGen's JSON, a CANN project's ini
  // 3xxx: nothing selected -> exit code 4.
  kNothingSelected = 3001,
  // 4xxx: building failed -> exit code 5.
  kCompile = 4001,      // a kernel that can't be compiled or linked
  kBuildFailed = 4002,  // a package that CMake can't configure or build
  // 5xxx: loading or ABI -> exit code 6.
  kNotALibrary = 5001,
  kNoEntrySymbol = 5002,
  kAbiMismatch = 5003,
  kMissingSymbol = 5004,
  kDuplicateOperator = 5005,
  kPackageInvalid = 5006,
  kLoad = 5007,
  kConstructor = 5008,     // a static constructor of the package failed
  kUntrusted = 5009,       // others can write to the package or its directory
  kArchiveInvalid = 5010,  // a packed or installed package whose contents are not what its manifest says
  kSignature = 5011,       // a signature that is wrong, or required and missing
  kNotInstalled = 5012,
  // 6xxx: a kernel failed while it ran -> exit code 7.
  kKernelFailed = 6001,
  kKernelThrew = 6002,
  kKernelCrashed = 6003,  // a signal in the process that ran it
  kKernelTimeout = 6004,
  // 7xxx: a check or an operator case failed -> exit code 1.
  kCaseFailed = 7001,
  kCheckFailed = 7002,
  kNothingVerified = 7003,  // cases ran, and nothing says what they must give -> exit code 9
  // 8xxx: slower than the baseline -> exit code 8.
  kRegression = 8001,
  // 9xxx: our own fault -> exit code 70.
  kInternal = 9001,
};

// Returns the process's exit code for an error code (see the README's table).
int ExitCode(ErrorCode code);
// Returns the code's text, such as "E2003".
inline std::string ToString(ErrorCode code) {
  std::string digits = std::to_string(static_cast<int>(code));
  return "E" + (digits.size() < 4 ? std::string(4 - digits.size(), '0') : std::string()) + digits;
}

// Success, or an error: a code, one sentence that says the fault and its reason, the places where it occurred
// (innermost first) and, if known, the next step. Move-only; as large as a pointer; success allocates nothing.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(ErrorCode code, std::string_view message);

  Status(const Status& other);
  Status& operator=(const Status& other);
  Status(Status&&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;

  bool ok() const { return error_ == nullptr; }
  ErrorCode code() const;
  std::string message() const { return std::string(Part(TextPart::kMessage)); }

  // Adds a place, from the inside out: "node conv1 (Conv)", "model.onnx".
  Status&& At(std::string_view place) &&;
  // Sets the next step: "add --plugins DIR of the package that provides it".
  Status&& Hint(std::string_view next_step) &&;

  std::vector<std::string> places() const {
    std::vector<std::string> texts;
    for (size_t i = 0; i < place_count(); ++i) texts.emplace_back(Part(TextPart::kPlace, i));
    return texts;
  }
  std::string hint() const { return std::string(Part(TextPart::kHint)); }

  // Returns "error E2003: what and why\n  at: place\n  help: next step", each part as one safe line (opdk/safe_text.h).
  std::string ToString() const { return opdk::ToText(Text()); }
  ge::AscendString Text() const;

 private:
  enum class TextPart : uint8_t { kMessage, kPlace, kHint };
  // Returns a part of the text, which ends with a NUL. Valid until the status changes.
  std::string_view Part(TextPart part, size_t index = 0) const;
  size_t place_count() const;
  struct Error;
  struct Deleter {
    void operator()(Error* error) const;
  };
  std::unique_ptr<Error, Deleter> error_;
};

namespace internal {
// Returns the status if it is an error; for an OK status an error E9001, because a Result without a value needs a
// reason.
Status AsError(Status status);
}  // namespace internal

// A value, or the Status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}                            // NOLINT(google-explicit-constructor)
  Result(Status status) : value_(internal::AsError(std::move(status))) {}  // NOLINT(google-explicit-constructor)
  template <typename U>
  requires(std::is_constructible_v<T, U&&> && !std::is_same_v<std::remove_cvref_t<U>, T> &&
           !std::is_same_v<std::remove_cvref_t<U>, Status> && !std::is_same_v<std::remove_cvref_t<U>, Result>)
      Result(U&& value)
      : value_(T(std::forward<U>(value))) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(value_); }
  const T& value() const& { return std::get<T>(value_); }
  T& value() & { return std::get<T>(value_); }
  T&& value() && { return std::get<T>(std::move(value_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::get<T>(std::move(value_)); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  Status status() const& { return ok() ? Status() : std::get<Status>(value_); }
  Status status() && { return ok() ? Status() : std::get<Status>(std::move(value_)); }

 private:
  std::variant<T, Status> value_;
};

namespace internal {
inline Status TakeStatus(Status&& status) { return std::move(status); }
template <typename T>
Status TakeStatus(Result<T>&& result) {
  return std::move(result).status();
}
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition, const char* message);
}  // namespace internal

// Returns the names in `known` nearest to `name`, best first, for "did you mean"; "" when no name is near.
std::string Nearest(std::string_view name, const std::vector<std::string>& known);

}  // namespace opdk

// OPDK_TRY(expr): returns the error of a Status or Result expression from the enclosing function; otherwise goes on.
// OPDK_TRY(auto x, expr): additionally moves a Result's value into the declaration `auto x`.
#define OPDK_TRY(...) OPDK_TRY_PICK(__VA_ARGS__, OPDK_TRY_ASSIGN, OPDK_TRY_STATUS)(__VA_ARGS__)
#define OPDK_TRY_PICK(a, b, name, ...) name
#define OPDK_TRY_JOIN2(a, b) a##b
#define OPDK_TRY_JOIN(a, b) OPDK_TRY_JOIN2(a, b)
#define OPDK_TRY_STATUS(expr)                                                                                   \
  do {                                                                                                          \
    if (auto opdk_tried = (expr); !opdk_tried.ok()) return ::opdk::internal::TakeStatus(std::move(opdk_tried)); \
  } while (false)
#define OPDK_TRY_ASSIGN(decl, expr) OPDK_TRY_ASSIGN_AS(decl, expr, OPDK_TRY_JOIN(opdk_result_, __LINE__))
#define OPDK_TRY_ASSIGN_AS(decl, expr, result)                              \
  auto result = (expr);                                                     \
  if (!result.ok()) return ::opdk::internal::TakeStatus(std::move(result)); \
  decl = std::move(result).value()

// OPDK_CHECK(condition, message...): a broken invariant of our own code; prints and aborts. Never for bad input.
#define OPDK_CHECK(condition, ...) \
  (static_cast<bool>(condition)    \
       ? static_cast<void>(0)      \
       : ::opdk::internal::CheckFailed(__FILE__, __LINE__, #condition, std::string(__VA_ARGS__).c_str()))
