#include "ge/fusion/subgraph_boundary.h"

#include <map>
#include <utility>

namespace ge {
namespace fusion {

class SubgraphInputImpl {
 public:
  std::vector<NodeIo> inputs;
};

class SubgraphOutputImpl {
 public:
  NodeIo output{GNode(), -1};
};

class SubgraphBoundaryImpl {
 public:
  std::map<int64_t, SubgraphInput> inputs;
  std::map<int64_t, SubgraphOutput> outputs;
};

namespace {

template <typename Entry>
Status Add(std::map<int64_t, Entry>& entries, int64_t index, const Entry& entry) {
  return index >= 0 && entries.emplace(index, entry).second ? SUCCESS : FAILED;
}

template <typename Entry>
Status Get(const std::map<int64_t, Entry>& entries, int64_t index, Entry& entry) {
  const auto found = entries.find(index);
  if (found == entries.end()) return FAILED;
  entry = found->second;
  return SUCCESS;
}

template <typename Entry>
Status GetAll(const std::map<int64_t, Entry>& entries, std::vector<Entry>& list) {
  for (const auto& [index, entry] : entries) list.push_back(entry);
  return SUCCESS;
}

}  // namespace

SubgraphInput::SubgraphInput() : impl_(std::make_unique<SubgraphInputImpl>()) {}
SubgraphInput::SubgraphInput(std::vector<NodeIo> node_inputs) : SubgraphInput() {
  impl_->inputs = std::move(node_inputs);
}
SubgraphInput::~SubgraphInput() = default;
SubgraphInput::SubgraphInput(const SubgraphInput& other) noexcept
    : impl_(std::make_unique<SubgraphInputImpl>(*other.impl_)) {}
SubgraphInput& SubgraphInput::operator=(SubgraphInput&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
SubgraphInput& SubgraphInput::operator=(const SubgraphInput& other) noexcept {
  *impl_ = *other.impl_;
  return *this;
}

Status SubgraphInput::AddInput(const NodeIo& node_input) {
  if (node_input.index < 0 || static_cast<size_t>(node_input.index) >= node_input.node.GetInputsSize()) return FAILED;
  impl_->inputs.push_back(node_input);
  return SUCCESS;
}

std::vector<NodeIo> SubgraphInput::GetAllInputs() const { return impl_->inputs; }

SubgraphOutput::SubgraphOutput() : impl_(std::make_unique<SubgraphOutputImpl>()) {}
SubgraphOutput::SubgraphOutput(const NodeIo& node_output) : SubgraphOutput() { impl_->output = node_output; }
SubgraphOutput::~SubgraphOutput() = default;
SubgraphOutput::SubgraphOutput(const SubgraphOutput& other) noexcept
    : impl_(std::make_unique<SubgraphOutputImpl>(*other.impl_)) {}
SubgraphOutput& SubgraphOutput::operator=(SubgraphOutput&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
SubgraphOutput& SubgraphOutput::operator=(const SubgraphOutput& other) noexcept {
  *impl_ = *other.impl_;
  return *this;
}

Status SubgraphOutput::SetOutput(const NodeIo& node_output) {
  if (node_output.index < 0 || static_cast<size_t>(node_output.index) >= node_output.node.GetOutputsSize()) {
    return FAILED;
  }
  impl_->output = node_output;
  return SUCCESS;
}

Status SubgraphOutput::GetOutput(NodeIo& node_output) const {
  if (impl_->output.index < 0) return FAILED;
  node_output = impl_->output;
  return SUCCESS;
}

SubgraphBoundary::SubgraphBoundary() : impl_(std::make_unique<SubgraphBoundaryImpl>()) {}
SubgraphBoundary::SubgraphBoundary(std::vector<SubgraphInput> inputs, std::vector<SubgraphOutput> outputs)
    : SubgraphBoundary() {
  for (const SubgraphInput& input : inputs) (void)AddInput(static_cast<int64_t>(impl_->inputs.size()), input);
  for (const SubgraphOutput& output : outputs) (void)AddOutput(static_cast<int64_t>(impl_->outputs.size()), output);
}
SubgraphBoundary::~SubgraphBoundary() = default;
SubgraphBoundary::SubgraphBoundary(const SubgraphBoundary& other) noexcept
    : impl_(std::make_unique<SubgraphBoundaryImpl>(*other.impl_)) {}
SubgraphBoundary& SubgraphBoundary::operator=(SubgraphBoundary&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
SubgraphBoundary& SubgraphBoundary::operator=(const SubgraphBoundary& other) noexcept {
  *impl_ = *other.impl_;
  return *this;
}

Status SubgraphBoundary::AddInput(int64_t index, SubgraphInput input) { return Add(impl_->inputs, index, input); }
Status SubgraphBoundary::AddOutput(int64_t index, SubgraphOutput output) { return Add(impl_->outputs, index, output); }
Status SubgraphBoundary::GetInput(int64_t index, SubgraphInput& subgraph_input) const {
  return Get(impl_->inputs, index, subgraph_input);
}
Status SubgraphBoundary::GetOutput(int64_t index, SubgraphOutput& subgraph_output) const {
  return Get(impl_->outputs, index, subgraph_output);
}
Status SubgraphBoundary::GetAllInputs(std::vector<SubgraphInput>& subgraph_input) const {
  return GetAll(impl_->inputs, subgraph_input);
}
Status SubgraphBoundary::GetAllOutputs(std::vector<SubgraphOutput>& subgraph_outputs) const {
  return GetAll(impl_->outputs, subgraph_outputs);
}

}  // namespace fusion
}  // namespace ge
