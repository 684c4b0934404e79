#include "plugins/importer/inference.h"

namespace opdk::importer {

void Inference::Declare(const ge::Operator& op, int output, const ge::TensorDesc* desc) {
  auto& outputs = declared_[&DescOf(op)];
  const auto index = static_cast<size_t>(output);
  if (outputs.size() <= index) outputs.resize(index + 1, nullptr);
  outputs[index] = desc;
}

const ge::TensorDesc* Inference::Declared(const ge::Operator& op, int output) const {
  const auto found = declared_.find(&DescOf(op));
  const auto index = static_cast<size_t>(output);
  return found == declared_.end() || index >= found->second.size() ? nullptr : found->second[index];
}

const ge::TensorDesc* Inference::Known(const ge::Operator& op, int output) const {
  if (const auto* declared = Declared(op, output); declared != nullptr) return declared;
  const auto found = entries_.find(&DescOf(op));
  if (found == entries_.end() || found->second.state != State::kKnown) return nullptr;
  const auto& outputs = DescOf(op).outputs;
  if (output < 0 || static_cast<size_t>(output) >= outputs.size()) return nullptr;
  const ge::TensorDesc& desc = outputs[static_cast<size_t>(output)].desc;
  return desc.GetDataType() == ge::DT_UNDEFINED ? nullptr : &desc;
}

const ge::TensorDesc* Inference::Find(const ge::Operator& op, int output) {
  if (Declared(op, output) == nullptr) Visit(op);
  return Known(op, output);
}

void Inference::Visit(const ge::Operator& op) {
  std::vector<ge::Operator> path = {op};
  while (!path.empty()) {
    const ge::Operator current = path.back();
    const auto [entry, fresh] = entries_.try_emplace(&DescOf(current), Entry{current});
    if (fresh) {
      // Its producers come first. One that is open already lies further down the path: a cycle, which a mapping's graph
      // may have, and which leaves it unknown.
      for (const OperatorLink& link : LinksOf(current)) {
        if (link.source == nullptr || Declared(*link.source, link.source_output) != nullptr) continue;
        if (!entries_.contains(&DescOf(*link.source))) path.push_back(*link.source);
      }
      continue;
    }
    path.pop_back();
    if (entry->second.state == State::kOpen) entry->second.state = Infer(current) ? State::kKnown : State::kUnknown;
  }
}

bool Inference::Infer(ge::Operator op) {
  OpDesc& desc = DescOf(op);
  const std::vector<OperatorLink> links = LinksOf(op);
  for (size_t i = 0; i < links.size(); ++i) {
    if (links[i].source == nullptr) continue;
    const ge::TensorDesc* from = Known(*links[i].source, links[i].source_output);
    if (from == nullptr) return false;
    desc.inputs[i].desc = *from;
  }
  return context_.InferOutputs(op).ok();
}

}  // namespace opdk::importer
