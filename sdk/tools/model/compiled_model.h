// A model of any form, read from its file and made ready to run.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph_core/session.h"
#include "opdk/model_parser.h"
#include "sdk/tools/model/run_inputs.h"

namespace opdk {

struct OpenedModel {
  CompiledSession compiled;
  std::map<std::string, std::vector<std::string>> dim_names;  // of each input, by the input's name
};

// Opens a model's file. An offline model is loaded (E1002, E2001, E5009 to E5012). Any other file is read and compiled;
// `look` receives the graph before compilation.
Result<OpenedModel> OpenModel(const ParseRequest& request, std::shared_ptr<const PackageRegistry> packages,
                              const CompileOptions& options,
                              const std::function<void(const Graph&, const Session&)>& look = {});

}  // namespace opdk
