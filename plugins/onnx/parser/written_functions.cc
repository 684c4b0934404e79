#include "plugins/onnx/parser/written_functions.h"

#include <map>
#include <utility>

namespace opdk::onnx_plugin {
namespace {

using Key = std::pair<std::string, std::string>;

std::map<Key, WriteFunctionFn>& WrittenFunctions() {
  static std::map<Key, WriteFunctionFn> functions;
  return functions;
}

}  // namespace

WrittenFunctionRegister::WrittenFunctionRegister(const char* domain, const char* type, WriteFunctionFn function) {
  WrittenFunctions()[{domain, type}] = function;
}

WriteFunctionFn FindWrittenFunction(const std::string& domain, const std::string& type) {
  const auto found = WrittenFunctions().find({domain, type});
  return found == WrittenFunctions().end() ? nullptr : found->second;
}

}  // namespace opdk::onnx_plugin
