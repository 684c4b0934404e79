// Shared parts of the conversions of AI Core and AI CPU sections.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/types.h"
#include "sdk/tools/author/cann/ini_op_info.h"

namespace opdk::author {

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
  // Returns the error "unknown <what> '<name>'; did you mean 'x'?", or with the list of known names.
  Status Unknown(const std::string& what, const std::string& name, const std::vector<std::string>& known,
                 const std::string& place) const;

  // Returns the ports in the order of their numbers. A port's name is its `name` key or, if that is missing, the name
  // of the prototype's port of that number. Checked against the prototype.
  Result<std::vector<IniPort>> Ports() const;
  // Reads True/False in capital or small letters; `otherwise` if the key is missing.
  Result<bool> Flag(const std::string& subject, const std::string& key, bool otherwise) const;

 private:
  Status CheckPort(const IniPort& port) const;

  const IniSection& section_;
  const SourcePrototype* prototype_;
};

// Returns the number behind the stem: 12 for "input12" with stem "input"; -1 for other texts.
int NumberAfter(const std::string& subject, const std::string& stem);
// Returns the dtype's spelling in YAML. AI CPU: "DT_FLOAT"; AI Core: "float16", "float32". "": there is none of that
// name.
std::string AiCpuDtype(const std::string& name);
std::string AiCoreDtype(const std::string& name);
// Lists the names that these two functions know, for "did you mean".
std::vector<std::string> AiCpuDtypes();
std::vector<std::string> AiCoreDtypes();
bool IsFormat(const std::string& name);
std::vector<std::string> FormatNames();
// Adds the note "keys a, b: no meaning here" if there are keys.
void NoteKeys(const IniSection& section, const std::vector<std::string>& keys, std::vector<ImportNote>& notes);

}  // namespace opdk::author
