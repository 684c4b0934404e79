// sdk/templates, from which `opdk new` makes packages.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sdk/tools/author/definition.h"

namespace kainjow::mustache {
template <typename string_type>
class basic_data;
}  // namespace kainjow::mustache

namespace opdk::author {

using TemplateData = kainjow::mustache::basic_data<std::string>;

// A kind of operator that a template computes: its own prototype, and the permitted differences of other prototypes.
struct TemplateKind {
  std::string name;
  std::string summary;
  OperatorDefinition prototype;
  std::vector<std::string> shape_attrs;  // attributes that the shape rule reads: every operator of the kind has them
  std::vector<ge::DataType> computes;    // dtypes that the kernels take
  std::map<std::string, std::string> in_place;
};

class TemplateSet {
 public:
  // Loads the templates in `directory`; "": the directory beside this program (share/opdk/templates). E1002: it isn't
  // there.
  static Result<TemplateSet> Load(const std::string& directory);

  int64_t version() const { return version_; }
  const std::vector<TemplateKind>& kinds() const { return kinds_; }
  const TemplateKind* FindKind(const std::string& name) const;
  std::vector<std::string> KindNames() const;

  // Renders the template file "reduction/infer.cc" with `data`. E9001 names a value that the template asks for and
  // `data` lacks.
  Result<std::string> Render(const std::string& file, const TemplateData& data) const;

 private:
  std::string directory_;
  int64_t version_ = 0;
  std::vector<TemplateKind> kinds_;
  std::map<std::string, std::string> partials_;
};

}  // namespace opdk::author
