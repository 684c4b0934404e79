// Failed look-ups of ports and attributes by name, noted per thread while a package's function runs. CANN's calls
// answer a wrong name with an empty description or a status that the caller may ignore.
#pragma once

#include <set>
#include <string>

namespace opdk {

// Failed look-ups on this thread, for messages.
struct FailedLookups {
  // Ports and attributes that the prototype doesn't have, and attributes read as another type. Each with the place of
  // the call, the existing names, and "did you mean". "": none.
  std::string unknown;
  // The last call that failed for any reason: `GetInputConstData("axes") at clip.cc:12: its value isn't known`.
  std::string last;
};
// Returns and clears the failed look-ups since the last call.
FailedLookups TakeFailedLookups();
// Returns whether `unknown` would be non-empty. Cheap; called after each call of a package's function.
bool AnyUnknownLookup();
// Clears the failed look-ups without building their text; called before each call of a package's function.
void ForgetFailedLookups();

// Notes the names of the attributes that this thread reads one by one from any operator while the object lives. A copy
// of all attributes, as AutoMappingByOpFn makes, doesn't count as reading. Not nested.
class AttrReads {
 public:
  AttrReads();
  ~AttrReads();
  AttrReads(const AttrReads&) = delete;
  AttrReads& operator=(const AttrReads&) = delete;

  const std::set<std::string, std::less<>>& names() const { return names_; }

 private:
  friend void NoteAttrRead(const std::string& name);
  std::set<std::string, std::less<>> names_;
};

}  // namespace opdk
