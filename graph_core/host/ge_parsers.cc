// Reads models of frameworks as ge::Graph. The package that reads the framework's files gets one request.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ge/ge_api_types.h"
#include "graph_core/base/memory_file.h"
#include "graph_core/host/ge_process.h"
#include "parser/caffe_parser.h"
#include "parser/onnx_parser.h"
#include "parser/tensorflow_parser.h"

namespace ge {
namespace {

using opdk::ErrorCode;
// The full name is needed: Status alone is ge::Status here.
using CoreStatus = opdk::Status;
using ParserParams = std::map<AscendString, AscendString>;

CoreStatus Parse(domi::FrameworkType framework, std::vector<std::string> files, const ParserParams& params,
                 Graph& graph) {
  std::shared_ptr<opdk::PackageRegistry> packages;
  opdk::ParseRequest request{std::move(files), Strings(params), framework};
  {
    const std::lock_guard lock(TheProcess().mutex);
    packages = TheProcess().packages;
    const std::string& passes = TheProcess().scope_passes;
    if (framework == domi::TENSORFLOW && !passes.empty())
      request.options.emplace(ir_option::ENABLE_SCOPE_FUSION_PASSES, passes);
  }
  if (packages == nullptr) return NotInitialized();
  OPDK_TRY(opdk::ParseResult parsed, packages->ParseModel(request));
  NoteWarnings(parsed.warnings);
  graph = parsed.graph;
  return CoreStatus();
}

// Parses the files of a model. E1001: a name in `files` is null or empty.
graphStatus ParseFiles(const char* function, domi::FrameworkType framework, const std::vector<const char*>& files,
                       const ParserParams& params, Graph& graph) {
  const Status status = Call(function, [&]() -> CoreStatus {
    std::vector<std::string> paths;
    for (const char* file : files) {
      if (file == nullptr || *file == '\0') {
        return CoreStatus(ErrorCode::kUsage, paths.empty() ? "no model file is given" : "no file of weights is given");
      }
      paths.emplace_back(file);
    }
    return Parse(framework, std::move(paths), params, graph);
  });
  return status == SUCCESS ? GRAPH_SUCCESS : GRAPH_FAILED;
}

}  // namespace

graphStatus aclgrphParseONNX(const char* model_file, const ParserParams& parser_params, Graph& graph) {
  return ParseFiles("aclgrphParseONNX", domi::ONNX, {model_file}, parser_params, graph);
}

graphStatus aclgrphParseONNXFromMem(const char* buffer, size_t size, const ParserParams& parser_params, Graph& graph) {
  const Status status = Call("aclgrphParseONNXFromMem", [&]() -> CoreStatus {
    if (buffer == nullptr || size == 0) return CoreStatus(ErrorCode::kUsage, "the model has no bytes");
    // Parsers read files, so the bytes become a file in memory.
    OPDK_TRY(const opdk::MemoryFile file, opdk::MemoryFile::Create());
    OPDK_TRY(file.Write(std::string_view(buffer, size)));
    return Parse(domi::ONNX, {file.path()}, parser_params, graph);
  });
  return status == SUCCESS ? GRAPH_SUCCESS : GRAPH_FAILED;
}

graphStatus aclgrphParseTensorFlow(const char* model_file, Graph& graph) {
  return aclgrphParseTensorFlow(model_file, {}, graph);
}

graphStatus aclgrphParseTensorFlow(const char* model_file, const ParserParams& parser_params, Graph& graph) {
  return ParseFiles("aclgrphParseTensorFlow", domi::TENSORFLOW, {model_file}, parser_params, graph);
}

graphStatus aclgrphParseCaffe(const char* model_file, const char* weights_file, Graph& graph) {
  return aclgrphParseCaffe(model_file, weights_file, {}, graph);
}

graphStatus aclgrphParseCaffe(const char* model_file, const char* weights_file, const ParserParams& parser_params,
                              Graph& graph) {
  return ParseFiles("aclgrphParseCaffe", domi::CAFFE, {model_file, weights_file}, parser_params, graph);
}

}  // namespace ge
