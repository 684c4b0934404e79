// The host's view of a package's registrations (opdk/registrations.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/registrations.h"
#include "opdk/status.h"

namespace opdk {

// A kind of entry, its macro, and its use here.
struct EntryKindInfo {
  EntryKind kind;
  uint32_t size;                  // of the whole entry
  std::string_view registration;  // the macro
  std::string_view unused;        // why nothing here uses it; "": it is used
};

// Returns every kind of entry that this host knows.
std::span<const EntryKindInfo> EntryKinds();

// Checks a package's list of entries. E5006: there is no list, or an entry is null. E5003: an entry is shorter than
// this host reads.
Status CheckEntries(const Registrations& list);

// Returns the entries of a package that have no effect: one text for each kind that nothing here uses or knows.
std::vector<std::string> UnusedEntries(const Registrations& list);

}  // namespace opdk
