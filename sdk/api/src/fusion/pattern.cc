#include "ge/fusion/pattern.h"

#include <utility>

#include "ge/fusion/pattern_matcher_config.h"

namespace ge {
namespace fusion {

class PatternImpl {
 public:
  explicit PatternImpl(Graph&& pattern_graph) : graph(std::move(pattern_graph)) {}
  Graph graph;
  std::vector<NodeIo> captured;
};

Pattern::Pattern(Graph&& pattern_graph) : impl_(std::make_unique<PatternImpl>(std::move(pattern_graph))) {}
Pattern::~Pattern() = default;

const Graph& Pattern::GetGraph() const { return impl_->graph; }

Pattern& Pattern::CaptureTensor(const NodeIo& node_output) {
  impl_->captured.push_back(node_output);
  return *this;
}

Status Pattern::GetCapturedTensors(std::vector<NodeIo>& node_outputs) const {
  node_outputs = impl_->captured;
  return SUCCESS;
}

class PatternMatcherConfig::Impl {
 public:
  bool const_values = false;
  bool attributes = false;
};

PatternMatcherConfig::PatternMatcherConfig() : impl_(std::make_unique<Impl>()) {}
PatternMatcherConfig::~PatternMatcherConfig() = default;
PatternMatcherConfig::PatternMatcherConfig(const PatternMatcherConfig& other)
    : impl_(std::make_unique<Impl>(*other.impl_)) {}
PatternMatcherConfig& PatternMatcherConfig::operator=(const PatternMatcherConfig& other) {
  *impl_ = *other.impl_;
  return *this;
}
PatternMatcherConfig::PatternMatcherConfig(PatternMatcherConfig&& other) noexcept : PatternMatcherConfig(other) {}
PatternMatcherConfig& PatternMatcherConfig::operator=(PatternMatcherConfig&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
bool PatternMatcherConfig::IsEnableConstValueMatch() const { return impl_->const_values; }
bool PatternMatcherConfig::IsEnableIrAttrMatch() const { return impl_->attributes; }

PatternMatcherConfigBuilder::PatternMatcherConfigBuilder() : config_(std::make_unique<PatternMatcherConfig>()) {}
PatternMatcherConfigBuilder::~PatternMatcherConfigBuilder() = default;
PatternMatcherConfigBuilder& PatternMatcherConfigBuilder::EnableConstValueMatch() {
  config_->impl_->const_values = true;
  return *this;
}
PatternMatcherConfigBuilder& PatternMatcherConfigBuilder::EnableIrAttrMatch() {
  config_->impl_->attributes = true;
  return *this;
}
std::unique_ptr<PatternMatcherConfig> PatternMatcherConfigBuilder::Build() const {
  return std::make_unique<PatternMatcherConfig>(*config_);
}

}  // namespace fusion
}  // namespace ge
