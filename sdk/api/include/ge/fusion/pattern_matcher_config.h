// How strictly a pattern is compared.
#pragma once

#include <memory>

#include "opdk/visibility.h"

namespace ge {
namespace fusion {

class PatternMatcherConfigBuilder;

// Made by the builder; by default neither is on.
class OPDK_API PatternMatcherConfig {
 public:
  PatternMatcherConfig();
  ~PatternMatcherConfig();
  PatternMatcherConfig(const PatternMatcherConfig& other);
  PatternMatcherConfig& operator=(const PatternMatcherConfig& other);
  PatternMatcherConfig(PatternMatcherConfig&& other) noexcept;
  PatternMatcherConfig& operator=(PatternMatcherConfig&& other) noexcept;

  // A constant of the pattern stands for constants of its dtype, shape and bytes only.
  bool IsEnableConstValueMatch() const;
  // An operator of the pattern stands for those with its attributes only: each declared attribute that has a value in
  // the pattern, given or by default, has the same there, bit for bit.
  bool IsEnableIrAttrMatch() const;

 private:
  friend class PatternMatcherConfigBuilder;
  class Impl;
  std::unique_ptr<Impl> impl_;
};

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
