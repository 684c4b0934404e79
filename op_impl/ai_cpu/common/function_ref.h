// A reference to something callable, as a parameter of functions that call it before they return.
#pragma once

#include <memory>
#include <type_traits>

namespace opdk {

template <typename Signature>
class FunctionRef;

// Unlike std::function it allocates nothing and compiles to one function for each callable.
template <typename R, typename... Args>
class FunctionRef<R(Args...)> {
 public:
  // `function` must outlive the reference. A temporary lives to the end of the call that it is an argument of.
  template <typename F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>)
      FunctionRef(F&& function)  // NOLINT(google-explicit-constructor): lambdas are passed as they stand
      : object_(std::addressof(function)), call_([](const void* object, Args... args) -> R {
          return (*static_cast<const std::remove_reference_t<F>*>(object))(args...);
        }) {}

  R operator()(Args... args) const { return call_(object_, args...); }

 private:
  const void* object_;
  R (*call_)(const void*, Args...);
};

}  // namespace opdk
