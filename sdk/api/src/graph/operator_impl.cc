#include "sdk/api/src/graph/operator_impl.h"

#include <algorithm>
#include <iterator>

#include "opdk/log.h"
#include "opdk/prototype_origin.h"

namespace opdk {

ge::TensorDesc AbsentDesc() { return ge::TensorDesc(ge::Shape(), ge::FORMAT_RESERVED, ge::DT_UNDEFINED); }

bool IsAbsent(const ge::TensorDesc& desc) {
  return desc.GetFormat() == ge::FORMAT_RESERVED && desc.GetDataType() == ge::DT_UNDEFINED;
}

ge::Operator OperatorOver(OpDesc& desc, ConstInputFn const_input) {
  return OperatorAccess::Handle(std::make_shared<ge::OperatorImpl>(desc, std::move(const_input)));
}

OpDesc& DescOf(const ge::Operator& op) { return OperatorAccess::Impl(op)->desc(); }

std::vector<OperatorLink> LinksOf(const ge::Operator& op) {
  std::vector<OperatorLink> result;
  const ge::OperatorImplPtr& impl = OperatorAccess::Impl(op);
  if (impl == nullptr) return result;
  for (ge::OperatorImpl::Link& link : impl->links()) {
    result.push_back({link.source.IsEmpty() ? nullptr : &link.source, link.output});
  }
  return result;
}

std::vector<ge::Operator*> ControlLinksOf(const ge::Operator& op) {
  std::vector<ge::Operator*> result;
  const ge::OperatorImplPtr& impl = OperatorAccess::Impl(op);
  if (impl == nullptr) return result;
  for (ge::Operator& source : impl->control_inputs) result.push_back(&source);
  return result;
}

void NotePackage(const ge::Operator& op, const std::string& package) { OperatorAccess::Impl(op)->package = package; }

std::string PackageOf(const ge::Operator& op) { return OperatorAccess::Impl(op)->package; }

}  // namespace opdk

namespace ge {

using opdk::OperatorAccess;

OperatorImpl::OperatorImpl(std::string name, std::string type) : desc_(&owned_) {
  owned_.name = std::move(name);
  owned_.type = std::move(type);
}

OperatorImpl::OperatorImpl(opdk::OpDesc& over, opdk::ConstInputFn const_input)
    : desc_(&over), const_input_(std::move(const_input)) {}

OperatorImpl::~OperatorImpl() {
  // A long chain of operators would otherwise be destroyed by as deep a recursion.
  std::vector<Operator> pending;
  auto take_sources = [&pending](OperatorImpl& impl) {
    for (Link& link : impl.links_) pending.push_back(std::move(link.source));
    for (Operator& source : impl.control_inputs) pending.push_back(std::move(source));
    impl.links_.clear();
    impl.control_inputs.clear();
  };
  take_sources(*this);
  while (!pending.empty()) {
    Operator source = std::move(pending.back());
    pending.pop_back();
    const OperatorImplPtr& impl = OperatorAccess::Impl(source);
    if (impl != nullptr && impl.use_count() == 1) take_sources(*impl);
  }
}

std::vector<OperatorImpl::Link>& OperatorImpl::links() {
  links_.resize(desc_->inputs.size());
  return links_;
}

graphStatus OperatorImpl::LinkInput(int slot, const std::shared_ptr<OperatorImpl>& source, int output) {
  opdk::OpDesc& from = source->desc();
  if (slot < 0 || slot >= static_cast<int>(desc_->inputs.size()) || output < 0 ||
      output >= static_cast<int>(from.outputs.size())) {
    opdk::Log(opdk::LogLevel::kError, "graph",
              "%s (%s): input %d can't be linked to output %d of %s (%s): no such port", desc_->name.c_str(),
              desc_->type.c_str(), slot, output, from.name.c_str(), from.type.c_str());
    return GRAPH_FAILED;
  }
  Link& link = links()[static_cast<size_t>(slot)];
  link.source = OperatorAccess::Handle(source);
  link.output = output;
  desc_->inputs[static_cast<size_t>(slot)].desc = from.outputs[static_cast<size_t>(output)].desc;
  source->AddConsumer(shared_from_this(), slot);
  return GRAPH_SUCCESS;
}

void OperatorImpl::UnlinkInput(int slot) {
  if (slot >= 0 && slot < static_cast<int>(links().size())) links_[static_cast<size_t>(slot)] = Link();
}

void OperatorImpl::LinkControl(const std::shared_ptr<OperatorImpl>& source) {
  for (const Operator& known : control_inputs) {
    if (OperatorAccess::Impl(known) == source) return;
  }
  control_inputs.push_back(OperatorAccess::Handle(source));
  source->AddConsumer(shared_from_this(), -1);
}

void OperatorImpl::UnlinkControl(const OperatorImpl* source) {
  control_inputs.erase(
      std::remove_if(control_inputs.begin(), control_inputs.end(),
                     [source](const Operator& known) { return OperatorAccess::Impl(known).get() == source; }),
      control_inputs.end());
}

void OperatorImpl::BreakConnect() {
  for (const std::shared_ptr<OperatorImpl>& consumer : Consumers()) {
    for (Link& link : consumer->links()) {
      if (OperatorAccess::Impl(link.source).get() == this) link = Link();
    }
    consumer->UnlinkControl(this);
  }
  consumers_.clear();
  known_consumers_.clear();
  for (Link& link : links()) link = Link();
  control_inputs.clear();
}

void OperatorImpl::AddConsumer(const std::shared_ptr<OperatorImpl>& consumer, int slot) {
  if (known_consumers_.insert(consumer).second) consumers_.push_back({consumer, slot});
}

bool OperatorImpl::Feeds(const OperatorImpl& consumer, int slot) const {
  const auto is_this = [this](const Operator& source) { return OperatorAccess::Impl(source).get() == this; };
  const auto reads_this = [&](const Link& link) { return is_this(link.source); };
  const std::vector<Link>& links = consumer.links_;
  if (slot >= 0 && slot < static_cast<int>(links.size()) && reads_this(links[static_cast<size_t>(slot)])) return true;
  return std::any_of(links.begin(), links.end(), reads_this) ||
         std::any_of(consumer.control_inputs.begin(), consumer.control_inputs.end(), is_this);
}

std::vector<std::shared_ptr<OperatorImpl>> OperatorImpl::Consumers() const {
  std::vector<std::shared_ptr<OperatorImpl>> result;
  for (const auto& [weak, slot] : consumers_) {
    std::shared_ptr<OperatorImpl> consumer = weak.lock();
    if (consumer != nullptr && Feeds(*consumer, slot)) result.push_back(std::move(consumer));
  }
  return result;
}

bool OperatorImpl::HasMoreUses(int output, int limit) const {
  int uses = 0;
  for (const Consumer& known : consumers_) {
    const std::shared_ptr<OperatorImpl> consumer = known.op.lock();
    if (consumer == nullptr) continue;
    for (const Link& link : consumer->links_) {
      uses += OperatorAccess::Impl(link.source).get() == this && link.output == output;
    }
    if (uses > limit) return true;
  }
  return false;
}

void OperatorImpl::PushOutputDesc(int output) {
  for (const std::shared_ptr<OperatorImpl>& consumer : Consumers()) {
    std::vector<Link>& links = consumer->links();
    for (size_t i = 0; i < links.size(); ++i) {
      if (OperatorAccess::Impl(links[i].source).get() == this && links[i].output == output) {
        consumer->desc().inputs[i].desc = desc_->outputs[static_cast<size_t>(output)].desc;
      }
    }
  }
}

bool OperatorImpl::ConstInput(int slot, Tensor& value) {
  if (slot < 0 || slot >= static_cast<int>(desc_->inputs.size())) return false;
  if (const_input_ && const_input_(slot, value)) return true;
  const OperatorImplPtr& source = OperatorAccess::Impl(links()[static_cast<size_t>(slot)].source);
  if (source == nullptr || (source->desc().type != "Const" && source->desc().type != "Constant")) return false;
  const Tensor* held = source->desc().GetAttr<Tensor>("value");
  if (held == nullptr) return false;
  value = *held;
  return true;
}

namespace {

// Returns the index of the declared port; adds a new dynamic port when there is none.
int Declare(opdk::SharedList<opdk::IrPort>& declared, const opdk::IrPort& port) {
  for (size_t i = 0; i < declared.size(); ++i) {
    if (declared[i].name == port.name) return static_cast<int>(i);
  }
  declared.push_back(port);
  return static_cast<int>(declared.size()) - 1;
}

// Returns the place of a dynamic port's next entry: behind its own entries and those of the ports declared before it.
size_t PlaceOf(const std::vector<opdk::Port>& ports, int ir_index) {
  size_t place = 0;
  for (size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].ir_index >= 0 && ports[i].ir_index <= ir_index) place = i + 1;
  }
  return place;
}

// Makes `count` more entries of a dynamic port that has `existing` entries.
std::vector<opdk::Port> Entries(const std::string& ir_name, int ir_index, int existing, uint32_t count) {
  std::vector<opdk::Port> entries;
  entries.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    entries.push_back({ir_name + std::to_string(static_cast<uint32_t>(existing) + i), ir_index, TensorDesc()});
  }
  return entries;
}

}  // namespace

void OperatorImpl::AddInputs(const opdk::IrPort& port, uint32_t count, int at_slot) {
  const int ir_index = Declare(desc_->ir_inputs, port);
  const int existing = desc_->InputCount(port.name);
  links();
  const size_t place =
      at_slot < 0 ? PlaceOf(desc_->inputs, ir_index) : std::min(static_cast<size_t>(at_slot), desc_->inputs.size());
  const std::vector<opdk::Port> entries = Entries(port.name, ir_index, existing, count);
  desc_->inputs.insert(desc_->inputs.begin() + static_cast<std::ptrdiff_t>(place), entries.begin(), entries.end());
  links_.insert(links_.begin() + static_cast<std::ptrdiff_t>(place), count, Link());
}

void OperatorImpl::AddOutputs(const opdk::IrPort& port, uint32_t count) {
  const int ir_index = Declare(desc_->ir_outputs, port);
  const int existing = desc_->OutputCount(port.name);
  const size_t place = PlaceOf(desc_->outputs, ir_index);
  // Links count outputs by number: those behind the new ones move up.
  for (const std::shared_ptr<OperatorImpl>& consumer : Consumers()) {
    for (Link& link : consumer->links()) {
      const bool moves = OperatorAccess::Impl(link.source).get() == this && link.output >= static_cast<int>(place);
      if (moves) link.output += static_cast<int>(count);
    }
  }
  const std::vector<opdk::Port> entries = Entries(port.name, ir_index, existing, count);
  desc_->outputs.insert(desc_->outputs.begin() + static_cast<std::ptrdiff_t>(place), entries.begin(), entries.end());
}

}  // namespace ge
