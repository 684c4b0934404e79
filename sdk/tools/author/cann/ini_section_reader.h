// What the conversions of AI Core and AI CPU sections share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/types.h"
#include "sdk/tools/author/cann/ini_op_info.h"

namespace opdk::cli {

// "inputN" or "outputN" of a section.
struct IniPort {
  std::string subject;  // "input0"
  std::string name;     // the prototype's
  bool input = true;
  std::string place;
};

class IniSectionReader {
 public:
  IniSectionReader(const IniSection& section, const SourcePrototype* prototype)
      : section_(section), prototype_(prototype) {}

  Status Error(std::string message, const std::string& place) const;
  // "unknown <what> '<name>'; did you mean 'x'?", or what is known.
  Status Unknown(const std::string& what, const std::string& name, const std::vector<std::string>& known,
                 const std::string& place) const;

  // The ports in the order of their numbers, each under its `name` key or, where that is missing, under the name that
  // the prototype's port of that number has. Checked against the prototype.
  Result<std::vector<IniPort>> Ports() const;
  // True/False in any case; `otherwise` where the key is missing.
  Result<bool> Flag(const std::string& subject, const std::string& key, bool otherwise) const;

 private:
  Status CheckPort(const IniPort& port) const;

  const IniSection& section_;
  const SourcePrototype* prototype_;
};

// "input12" of stem "input" -> 12; -1 when it is something else.
int NumberAfter(const std::string& subject, const std::string& stem);
// The dtypes' spelling in YAML. AI CPU: "DT_FLOAT"; AI Core: "float16", "float32". "" when there is none of that name.
std::string AiCpuDtype(const std::string& name);
std::string AiCoreDtype(const std::string& name);
// Names that the two know, for "did you mean".
std::vector<std::string> AiCpuDtypes();
std::vector<std::string> AiCoreDtypes();
bool IsFormat(const std::string& name);
std::vector<std::string> FormatNames();
// "keys a, b: no meaning here", as a note, when there are any.
void NoteKeys(const IniSection& section, const std::vector<std::string>& keys, std::vector<ImportNote>& notes);

}  // namespace opdk::cli
