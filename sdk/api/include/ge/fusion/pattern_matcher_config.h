// Strictness of a pattern's comparison.
#pragma once

#include <memory>

#include "opdk/visibility.h"

namespace ge {
namespace fusion {

class PatternMatcherConfigBuilder;

// Options of a matcher, made by the builder. Both are off by default.
class OPDK_API PatternMatcherConfig {
 public:
  PatternMatcherConfig();
  ~PatternMatcherConfig();
  PatternMatcherConfig(const PatternMatcherConfig& other);
  PatternMatcherConfig& operator=(const PatternMatcherConfig& other);
  PatternMatcherConfig(PatternMatcherConfig&& other) noexcept;
  PatternMatcherConfig& operator=(PatternMatcherConfig&& other) noexcept;

  // Returns whether a constant of the pattern stands only for constants of its dtype, shape and bytes.
  bool IsEnableConstValueMatch() const;
  // Returns whether an operator of the pattern stands only for operators with its attributes. Each declared attribute
  // that has a value in the pattern (set or default) must have the same value, bit for bit.
  bool IsEnableIrAttrMatch() const;

 private:
  friend class PatternMatcherConfigBuilder;
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Builds a PatternMatcherConfig.
class OPDK_API PatternMatcherConfigBuilder {
 public:
  PatternMatcherConfigBuilder();
  ~PatternMatcherConfigBuilder();
  PatternMatcherConfigBuilder& EnableConstValueMatch();
  PatternMatcherConfigBuilder& EnableIrAttrMatch();
  std::unique_ptr<PatternMatcherConfig> Build() const;

 private:
  std::unique_ptr<PatternMatcherConfig> config_;
};

}  // namespace fusion
}  // namespace ge
