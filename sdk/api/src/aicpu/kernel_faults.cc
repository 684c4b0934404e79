#include "sdk/api/src/aicpu/kernel_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sdk/api/src/graph/lookup_notes.h"

namespace aicpu {

namespace {

// The last request of this thread that got a nullptr, and the context's notes that it belongs to.
struct Denied {
  std::weak_ptr<KernelFaults> by;
  Missed missed;
};

Denied& LastDenied() {
  thread_local Denied denied;
  return denied;
}

const opdk::IrAttr* Find(const std::vector<opdk::IrAttr>& attrs, const std::string& name) {
  const auto found =
      std::find_if(attrs.begin(), attrs.end(), [&name](const opdk::IrAttr& attr) { return attr.name == name; });
  return found == attrs.end() ? nullptr : &*found;
}

// Returns whether the prototype doesn't declare the attribute: the engine sets it for a kernel that runs in blocks, or
// it is CANN's own ("_op_infer_depends").
bool IsReserved(const std::string& attr) {
  return attr == "block_num" || attr == "block_id" || (!attr.empty() && attr[0] == '_');
}

}  // namespace

KernelFaults::KernelFaults(const opdk::OpDesc& op)
    : type_(op.type),
      attrs_(op.ir_attrs),
      declared_(!op.ir_inputs.empty() || !op.ir_outputs.empty() || !op.ir_attrs.empty()),
      inputs_(op.inputs.size()),
      outputs_(op.outputs.size()) {}

void KernelFaults::NoteMissed(Missed missed) {
  LastDenied() = {weak_from_this(), missed};
  std::lock_guard<std::mutex> lock(mutex_);
  any_ = true;
  missed_ = std::move(missed);
}

void KernelFaults::NoteRead(const std::string& attr, bool fits, const char* call, opdk::SourcePlace at) {
  if (fits && !any_) return;
  std::lock_guard<std::mutex> lock(mutex_);
  if (fits) {
    types_.erase(attr);
    return;
  }
  any_ = true;
  const opdk::IrAttr* declared = Find(attrs_, attr);
  types_[attr] = fmt::format("{}(){}: {}'s attribute \"{}\" is of {}", call, opdk::PlaceText(at), type_, attr,
                             declared == nullptr ? "another type" : "type " + declared->type);
}

opdk::CpuNode::Faults KernelFaults::Take(bool failed) {
  opdk::CpuNode::Faults faults;
  if (!any_) return faults;
  LastDenied() = {};
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [attr, text] : types_) faults.mistyped += (faults.mistyped.empty() ? "" : "; ") + text;
  const Missed missed = std::exchange(missed_, Missed());
  if (failed && missed.call != nullptr) faults.missed = TextOf(missed);
  types_.clear();
  any_ = false;
  return faults;
}

std::string KernelFaults::TextOf(const Missed& missed) const {
  const std::string at = opdk::PlaceText(missed.at);
  if (missed.call != std::string_view("GetAttr")) {
    const bool input = missed.call == std::string_view("Input");
    return fmt::format("{}({}){}: the kernel has {} {}", missed.call, missed.index, at, input ? inputs_ : outputs_,
                       input ? "inputs" : "outputs");
  }
  const std::string call = fmt::format("GetAttr(\"{}\"){}", missed.attr, at);
  if (!declared_ || IsReserved(missed.attr) || Find(attrs_, missed.attr) != nullptr) {
    return call + ": the attribute has no value";
  }
  return fmt::format("{}: {} has {}", call, type_,
                     opdk::UnknownNameText("attribute", missed.attr, opdk::NamesOf(attrs_)));
}

void RequireObject(const void* object, const char* call) {
  if (object != nullptr) return;
  const Denied& denied = LastDenied();
  const std::shared_ptr<KernelFaults> by = denied.by.lock();
  throw opdk::AbsentObject(
      fmt::format("{}() is called through a null pointer{}", call,
                  by == nullptr ? "" : "; this thread was last denied " + by->TextOf(denied.missed)));
}

}  // namespace aicpu
