// A check of options. CLI11's own check names a bound of 300 digits.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace opdk::cli {

// Accepts numbers above 0.
inline CLI::Validator PositiveNumber() {
  return CLI::Validator(
      [](std::string& text) {
        double value = 0;
        if (CLI::detail::lexical_cast(text, value) && value > 0) return std::string();
        return "'" + text + "' is not a number above 0";
      },
      "POSITIVE");
}

}  // namespace opdk::cli
