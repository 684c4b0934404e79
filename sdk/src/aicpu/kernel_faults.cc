#include "sdk/src/aicpu/kernel_faults.h"

#include <fmt/format.h>

#include <utility>

#include "sdk/src/graph/lookup_notes.h"

namespace aicpu {

namespace {

std::string& LastMissed() {
  thread_local std::string text;
  return text;
}

std::map<std::string, std::string> TypesOf(const std::vector<opdk::IrAttr>& attrs) {
  std::map<std::string, std::string> types;
  for (const opdk::IrAttr& attr : attrs) types[attr.name] = attr.type;
  return types;
}

// What the engine gives a kernel that runs in blocks, and CANN's own ("_op_infer_depends").
bool IsReserved(const std::string& attr) {
  return attr == "block_num" || attr == "block_id" || (!attr.empty() && attr[0] == '_');
}

}  // namespace

KernelFaults::KernelFaults(const opdk::OpDesc& op)
    : type(op.type),
      attrs(opdk::NamesOf(op.ir_attrs)),
      attr_types(TypesOf(op.ir_attrs)),
      declared(!op.ir_inputs.empty() || !op.ir_outputs.empty() || !op.ir_attrs.empty()) {}

void KernelFaults::NoteRead(const std::string& attr, bool fits, const char* call, opdk::SourcePlace at) {
  if (fits && !any_) return;
  std::lock_guard<std::mutex> lock(mutex_);
  if (fits) {
    types_.erase(attr);
    return;
  }
  any_ = true;
  const auto found = attr_types.find(attr);
  types_[attr] = fmt::format("{}(){}: {}'s attribute \"{}\" is {}", call, opdk::PlaceText(at), type, attr,
                             found == attr_types.end() ? "of another type" : "of type " + found->second);
}

opdk::CpuNode::Faults KernelFaults::Take() {
  opdk::CpuNode::Faults faults;
  LastMissed().clear();
  if (!any_) return faults;
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [attr, text] : types_) faults.mistyped += (faults.mistyped.empty() ? "" : "; ") + text;
  faults.missed = std::exchange(missed_, std::string());
  types_.clear();
  any_ = false;
  return faults;
}

void NoteMissed(KernelFaults* faults, std::string text) {
  LastMissed() = text;
  if (faults == nullptr) return;
  std::lock_guard<std::mutex> lock(faults->mutex_);
  faults->any_ = true;
  faults->missed_ = std::move(text);
}

void NoteAttrMissed(KernelFaults* faults, const std::string& attr, opdk::SourcePlace at) {
  const std::string call = fmt::format("GetAttr(\"{}\"){}", attr, opdk::PlaceText(at));
  const bool known = faults == nullptr || !faults->declared || IsReserved(attr) || faults->attr_types.contains(attr);
  NoteMissed(faults, known ? call + ": the attribute has no value"
                           : fmt::format("{}: {} has {}", call, faults->type,
                                         opdk::UnknownNameText("attribute", attr, faults->attrs)));
}

void RequireObject(const void* object, const char* call) {
  if (object != nullptr) return;
  const std::string& missed = LastMissed();
  throw opdk::AbsentObject(fmt::format("{}() is called through a null pointer{}{}", call,
                                       missed.empty() ? "" : "; this thread was last denied ", missed));
}

}  // namespace aicpu
