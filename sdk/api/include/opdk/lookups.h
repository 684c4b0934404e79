// What a package's function asks an operator (ge::Operator) for by name, noted per thread while it runs: CANN's calls
// answer a wrong name with an empty description or a status that nobody has to look at.
#pragma once

#include <set>
#include <string>

namespace opdk {

// What was asked for in vain since the last call, for messages. Clears it.
struct FailedLookups {
  // Ports and attributes that the prototype doesn't have, attributes asked for as another type than they have; each
  // with the place of the call, what there is, and "did you mean". "": none.
  std::string unknown;
  // The last call that failed for any reason: `GetInputConstData("axes") at clip.cc:12: its value isn't known`.
  std::string last;
};
FailedLookups TakeFailedLookups();
// Whether `unknown` would say something; cheap, for after each call.
bool AnyUnknownLookup();
// Clears it without putting it into words: for before each call.
void ForgetFailedLookups();

// While it lives, notes the names of the attributes that this thread reads from any operator one by one (a copy of all
// of them, as AutoMappingByOpFn makes, reads none). Not nested.
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
