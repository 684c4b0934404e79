// A CANN custom-operator project (op_proto, cpukernel, tbe, framework) as it lies on disk.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/author/cann/ini_op_info.h"
#include "sdk/tools/author/cpp_scan.h"

namespace opdk::author {

// A C++ source and its registrations.
struct CannSource {
  std::string path;  // from the project's root: "op_proto/add_dsl.cc"
  SourceScan scan;
  std::vector<std::string> includes;  // as written: "op_proto/add_dsl.h"
};

// A source that is compiled beside the project's own.
struct AddedSource {
  std::string path;  // path as if the file were the project's: "op_proto/assign.cc"
  std::string text;
};

// A part of the project from which CANN builds one library.
struct CannPart {
  std::string directory;  // from the root: "op_proto", "framework/onnx_plugin"
  std::vector<CannSource> sources;
  std::vector<CannSource> headers;
};

// Everything that the project says about one operator.
struct CannOperator {
  std::string type;
  std::string stem;                            // "add_dsl"
  const SourcePrototype* prototype = nullptr;  // nullptr: another package's
  std::string prototype_place;                 // "op_proto/add_dsl.h:12"
  bool cpu_kernel = false;
  bool op_compute = false;
  bool infer_shape = false;
  bool built_in = false;  // the built-in package has an operator of this type
  std::optional<ConvertedInfo> ai_core;
  std::optional<ConvertedInfo> ai_cpu;
  std::string python;  // "tbe/impl/add_dsl.py"; "" when there is none
};

struct CannProject {
  std::string root;  // absolute
  std::string name;  // of the package: "my_ops"
  std::vector<CannPart> parts;
  std::map<std::string, CannOperator> operators;  // by type
  std::vector<AddedSource> added;
  std::vector<std::string> definitions;  // of its CMakeLists.txt: "FOO", "BAR=1"
  int cxx_standard = 17;                 // of its CMakeLists.txt
  std::vector<ImportNote> left_behind;   // parts that can't be imported, and what to do instead
  std::vector<ImportNote> notes;         // parts that have no meaning here, differ, or are odd

  // Returns a YAML file of op_info: the sections that have a kernel. "": there is none.
  std::string OpInfoYaml(const CannOperator& op) const;
};

struct CannOptions {
  std::string name;  // of the package; "": from the directory's
  std::string soc;   // the chip whose AI Core information counts: "ascend310"; "": the first
};

// Reads a project; changes nothing. E1002: no directory, none of op_proto, cpukernel and framework in it, an Ascend C
// project, or a file that can't be read; E1001: a soc that it doesn't have; E2012 (file:line): an ini file that is
// wrong, or that describes an operator without prototype; two sections for one operator and engine.
Result<CannProject> ReadCannProject(const std::string& directory, const CannOptions& options);

// Lists the parts that were left behind and the odd ones, a line each, for people.
std::string DescribeImport(const std::vector<ImportNote>& left_behind, const std::vector<ImportNote>& notes);

}  // namespace opdk::author
