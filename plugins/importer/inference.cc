#include "plugins/importer/inference.h"

namespace opdk::importer {
namespace {

std::vector<ge::TensorDesc> DescsOf(const std::vector<Port>& ports) {
  std::vector<ge::TensorDesc> descs;
  descs.reserve(ports.size());
  for (const Port& port : ports) descs.push_back(port.desc);
  return descs;
}

}  // namespace

void Inference::Note(Notes& notes, const ge::Operator& op, int output, const ge::TensorDesc* desc) {
  auto& outputs = notes[&DescOf(op)];
  const auto index = static_cast<size_t>(output);
  if (outputs.size() <= index) outputs.resize(index + 1, nullptr);
  outputs[index] = desc;
}

const ge::TensorDesc* Inference::NotedIn(const Notes& notes, const ge::Operator& op, int output) {
  const auto found = notes.find(&DescOf(op));
  const auto index = static_cast<size_t>(output);
  return found == notes.end() || index >= found->second.size() ? nullptr : found->second[index];
}

const ge::TensorDesc* Inference::Known(const ge::Operator& op, int output) const {
  if (const auto* known = NotedIn(known_, op, output); known != nullptr) return known;
  const auto found = entries_.find(&DescOf(op));
  const auto index = static_cast<size_t>(output);
  const bool inferred = found != entries_.end() && found->second.state == State::kKnown &&
                        index < found->second.outputs.size() &&
                        found->second.outputs[index].GetDataType() != ge::DT_UNDEFINED;
  return inferred ? &found->second.outputs[index] : NotedIn(guesses_, op, output);
}

const ge::TensorDesc* Inference::Find(const ge::Operator& op, int output) {
  if (NotedIn(known_, op, output) == nullptr) Visit(op);
  return Known(op, output);
}

void Inference::Visit(const ge::Operator& op) {
  std::vector<ge::Operator> path = {op};
  while (!path.empty()) {
    const ge::Operator current = path.back();
    const auto [entry, fresh] = entries_.try_emplace(&DescOf(current), Entry{current, State::kOpen, {}});
    if (fresh) {
      // The operator's producers come first. A producer that is open already lies further down the path. This is a
      // cycle, which a mapping's graph may have, and the operator's outputs stay unknown.
      for (const OperatorLink& link : LinksOf(current)) {
        if (link.source == nullptr || NotedIn(known_, *link.source, link.source_output) != nullptr) continue;
        if (!entries_.contains(&DescOf(*link.source))) path.push_back(*link.source);
      }
      continue;
    }
    path.pop_back();
    if (entry->second.state == State::kOpen) Infer(entry->second);
  }
}

void Inference::Infer(Entry& entry) {
  entry.state = State::kUnknown;
  OpDesc& desc = DescOf(entry.op);
  const std::vector<OperatorLink> links = LinksOf(entry.op);
  std::vector<const ge::TensorDesc*> given(links.size(), nullptr);
  for (size_t i = 0; i < links.size(); ++i) {
    if (links[i].source == nullptr) continue;
    given[i] = Known(*links[i].source, links[i].source_output);
    if (given[i] == nullptr) return;
  }
  const std::vector<ge::TensorDesc> inputs = DescsOf(desc.inputs);
  const std::vector<ge::TensorDesc> outputs = DescsOf(desc.outputs);
  for (size_t i = 0; i < links.size(); ++i) {
    if (given[i] != nullptr) desc.inputs[i].desc = *given[i];
  }
  if (context_.InferOutputs(entry.op).ok()) {
    entry.outputs = DescsOf(desc.outputs);
    entry.state = State::kKnown;
  }
  for (size_t i = 0; i < inputs.size(); ++i) desc.inputs[i].desc = inputs[i];
  for (size_t i = 0; i < outputs.size(); ++i) desc.outputs[i].desc = outputs[i];
}

}  // namespace opdk::importer
