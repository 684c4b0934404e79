// CANN's operator information (ini) converted to ours (YAML). reference: cann-sdk.md, section 7.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/author/cann/ini_file.h"
#include "sdk/tools/author/cpp_scan.h"

namespace opdk::author {

// A part of a project that isn't imported as it is: its place, and the consequence.
struct ImportNote {
  std::string place;
  std::string text;
};

// One ini section, converted to the section of one engine.
struct ConvertedInfo {
  std::string type;             // the operator
  std::string engine;           // "ai_core", "ai_cpu"
  std::string place;            // of the ini section
  std::string yaml;             // "  ai_cpu:\n    …": to stand below "Type:"
  std::string attrs;            // "  attrs:\n    …", or ""
  std::string python_file;      // AI Core: opFile.value, "" if the section has none
  std::string python_function;  // opInterface.value
};

// Converts a section. `prototype` is the operator's, nullptr if the project doesn't hold it. Keys without a meaning
// here are added to `notes`, one note per section. E2012 at file:line, with "did you mean": an unknown key or value, a
// port that the prototype doesn't have, lists of unequal length, a required key that is missing.
Result<ConvertedInfo> ConvertAiCpu(const IniSection& section, const SourcePrototype* prototype,
                                   std::vector<ImportNote>& notes);
Result<ConvertedInfo> ConvertAiCore(const IniSection& section, const SourcePrototype* prototype,
                                    std::vector<ImportNote>& notes);

}  // namespace opdk::author
