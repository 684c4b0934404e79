// Notes of ge::Operator's failed look-ups (opdk/lookups.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opdk/op_desc.h"
#include "opdk/source_place.h"

namespace opdk {

// Returns `no input "z"; it has: x, axes; did you mean "x"?`, for any kind of named thing.
std::string UnknownNameText(std::string_view kind, std::string_view name, const std::vector<std::string>& known);
std::vector<std::string> NamesOf(const std::vector<IrPort>& ports);
std::vector<std::string> NamesOf(const std::vector<IrAttr>& attrs);
// Returns " at clip.cc:12"; "" when the compiler didn't give the place.
std::string PlaceText(SourcePlace at);

// Notes that `call` asked for a port that the instance doesn't have.
void NotePortMissing(const OpDesc& op, const char* call, bool input, const std::string& port, SourcePlace at);
// Notes that a kernel read an optional input that the node lacks. `why` is the error that the kernel got.
void NoteAbsentRead(const char* call, const std::string& port, const std::string& why, SourcePlace at);
// Notes that `call` asked for an attribute that isn't set.
void NoteAttrMissing(const OpDesc& op, const char* call, const std::string& attr, SourcePlace at);
// Notes that `call` asked for an attribute that is set but isn't a `wanted` (CANN's token; "" for any). A later read as
// the right type deletes the note.
void NoteAttrType(const OpDesc& op, const char* call, const std::string& attr, const char* is, const char* wanted,
                  SourcePlace at);
// Notes that `call` failed for another reason. `why` is not copied.
void NoteFailed(const char* call, const std::string& name, const char* why, SourcePlace at);
void NoteAttrRead(const std::string& name);

}  // namespace opdk
