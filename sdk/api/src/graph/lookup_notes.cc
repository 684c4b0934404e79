#include "sdk/api/src/graph/lookup_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "opdk/lookups.h"
#include "opdk/status.h"

namespace opdk {

namespace {

// Most notes that are kept: more than an author can mend at once, and a bound if no caller takes the notes.
constexpr size_t kMostNotes = 8;

struct TypeNote {
  std::string attr;
  std::string text;
};

struct Notes {
  std::vector<std::string> unknown;
  std::vector<TypeNote> types;
  // The last failed call; its text is made on demand.
  const char* call = nullptr;
  const char* why = "";
  std::string name;
  SourcePlace at;
  AttrReads* reads = nullptr;
};

Notes& Local() {
  thread_local Notes notes;
  return notes;
}

void SetLast(const char* call, const std::string& name, const char* why, SourcePlace at) {
  Notes& notes = Local();
  notes.call = call;
  notes.name = name;
  notes.why = why;
  notes.at = at;
}

void AddUnknown(std::string text) {
  std::vector<std::string>& unknown = Local().unknown;
  if (unknown.size() >= kMostNotes || std::find(unknown.begin(), unknown.end(), text) != unknown.end()) return;
  unknown.push_back(std::move(text));
}

std::string CallText(const char* call, const std::string& name, SourcePlace at) {
  return fmt::format("{}(\"{}\"){}", call, name, PlaceText(at));
}

// Returns whether the operator has a prototype. An operator without one (the source of a framework's mapping) can't
// know its names.
bool IsDeclared(const OpDesc& op) { return !op.ir_inputs.empty() || !op.ir_outputs.empty() || !op.ir_attrs.empty(); }

bool IsEntryOf(const IrPort& declared, std::string_view port) {
  if (declared.kind != PortKind::kDynamic || port.size() <= declared.name.size()) return false;
  const std::string_view number = port.substr(declared.name.size());
  return port.substr(0, declared.name.size()) == declared.name &&
         std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string UnknownNameText(std::string_view kind, std::string_view name, const std::vector<std::string>& known) {
  const std::string near = Nearest(name, known);
  return fmt::format("no {} \"{}\"; it has: {}{}", kind, name,
                     known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")),
                     near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near));
}

std::vector<std::string> NamesOf(const std::vector<IrPort>& ports) {
  std::vector<std::string> names;
  for (const IrPort& port : ports) names.push_back(port.name);
  return names;
}

std::vector<std::string> NamesOf(const std::vector<IrAttr>& attrs) {
  std::vector<std::string> names;
  for (const IrAttr& attr : attrs) names.push_back(attr.name);
  return names;
}

std::string PlaceText(SourcePlace at) {
  return at.file == nullptr || *at.file == '\0' ? std::string() : fmt::format(" at {}:{}", at.file, at.line);
}

void NotePortMissing(const OpDesc& op, const char* call, bool input, const std::string& port, SourcePlace at) {
  SetLast(call, port, input ? "there is no such input" : "there is no such output", at);
  if (!IsDeclared(op)) return;
  const std::vector<IrPort>& ports = input ? op.ir_inputs : op.ir_outputs;
  const std::string_view kind = input ? "input" : "output";
  for (const IrPort& declared : ports) {
    if (IsEntryOf(declared, port)) return;
    if (declared.name != port) continue;
    if (declared.kind == PortKind::kDynamic) {
      AddUnknown(fmt::format("{}: the {} is dynamic, its entries are called {}0, {}1 …", CallText(call, port, at), kind,
                             port, port));
    }
    return;
  }
  AddUnknown(
      fmt::format("{}: {} has {}", CallText(call, port, at), op.type, UnknownNameText(kind, port, NamesOf(ports))));
}

void NoteAbsentRead(const char* call, const std::string& port, const std::string& why, SourcePlace at) {
  SetLast(call, port, "the optional input is absent", at);
  AddUnknown(fmt::format("{}: {}", CallText(call, port, at), why));
}

void NoteAttrMissing(const OpDesc& op, const char* call, const std::string& attr, SourcePlace at) {
  SetLast(call, attr, "the attribute has no value", at);
  // CANN's own attributes ("_op_infer_depends") start so and are set where they are needed.
  if (!IsDeclared(op) || (!attr.empty() && attr[0] == '_')) return;
  const std::vector<std::string> names = NamesOf(op.ir_attrs);
  if (std::find(names.begin(), names.end(), attr) != names.end()) return;
  AddUnknown(
      fmt::format("{}: {} has {}", CallText(call, attr, at), op.type, UnknownNameText("attribute", attr, names)));
}

void NoteAttrType(const OpDesc& op, const char* call, const std::string& attr, const char* is, const char* wanted,
                  SourcePlace at) {
  SetLast(call, attr, "the attribute is of another type", at);
  std::vector<TypeNote>& types = Local().types;
  if (types.size() >= kMostNotes) return;
  types.push_back({attr, fmt::format("{}: {}'s attribute \"{}\" is of type {}, not {}", CallText(call, attr, at),
                                     op.type, attr, is, wanted)});
}

void NoteFailed(const char* call, const std::string& name, const char* why, SourcePlace at) {
  SetLast(call, name, why, at);
}

void NoteAttrRead(const std::string& name) {
  Notes& notes = Local();
  if (notes.reads != nullptr) notes.reads->names_.insert(name);
  if (notes.types.empty()) return;
  notes.types.erase(std::remove_if(notes.types.begin(), notes.types.end(),
                                   [&name](const TypeNote& note) { return note.attr == name; }),
                    notes.types.end());
}

FailedLookups TakeFailedLookups() {
  Notes& notes = Local();
  for (TypeNote& note : notes.types) AddUnknown(std::move(note.text));
  FailedLookups taken;
  taken.unknown = fmt::format("{}", fmt::join(notes.unknown, "; "));
  if (notes.call != nullptr) taken.last = fmt::format("{}: {}", CallText(notes.call, notes.name, notes.at), notes.why);
  ForgetFailedLookups();
  return taken;
}

bool AnyUnknownLookup() { return !Local().unknown.empty() || !Local().types.empty(); }

void ForgetFailedLookups() {
  Notes& notes = Local();
  notes.unknown.clear();
  notes.types.clear();
  notes.call = nullptr;
}

AttrReads::AttrReads() { Local().reads = this; }
AttrReads::~AttrReads() { Local().reads = nullptr; }

}  // namespace opdk
