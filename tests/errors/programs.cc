// Errors that no command line leads to: opdk_error_programs E2004 provokes one and prints it.
#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "ge/ge_api.h"
#include "graph/graph.h"
#include "graph/operator_factory.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/package_registry.h"
#include "opdk/status.h"
#include "tbe/dsl.h"

namespace {

using opdk::ErrorCode;
using opdk::Result;
using opdk::Status;

ge::Operator Make(const char* name, const char* type) { return ge::OperatorFactory::CreateOperator(name, type); }

// Returns the message with which the graph engine answers a program that compiles a graph.
std::string Compiled(const std::function<ge::Graph()>& build) {
  if (ge::GEInitialize(std::map<ge::AscendString, ge::AscendString>{}) != ge::SUCCESS) return ge::GEGetErrorMsg();
  std::string message;
  {
    ge::Session session(std::map<ge::AscendString, ge::AscendString>{});
    if (session.AddGraph(0, build()) != ge::SUCCESS || session.CompileGraph(0) != ge::SUCCESS) {
      message = ge::GEGetErrorMsg();
    }
  }
  ge::GEFinalize();
  return message;
}

std::string Cycle() {
  return Compiled([] {
    ge::Operator x = Make("x", "Data");
    ge::Operator a = Make("a", "Add"), b = Make("b", "Relu");
    a.SetInput("x1", x).SetInput("x2", b);
    b.SetInput("x", a);
    ge::Graph graph("cycle");
    graph.SetInputs({x}).SetOutputs(std::vector<ge::Operator>{b});
    return graph;
  });
}

std::string WithoutOutputs() {
  return Compiled([] {
    ge::Operator x = Make("x", "Data");
    ge::Graph graph("no_outputs");
    graph.SetInputs({x});
    return graph;
  });
}

std::string Expression() {
  try {
    const tbe::Tensor x = tbe::Placeholder(0, {2}, ge::DT_FLOAT), y = tbe::Placeholder(1, {2}, ge::DT_INT32);
    tbe::vadd(x, y);
  } catch (const tbe::ExpressionError& error) {
    return error.status().ToString();
  }
  return "";
}

std::string Throwing() {
  const auto kernel = []() -> Status { throw std::out_of_range("an index of 3 in a list of 2"); };
  return opdk::Fence(kernel, [] { return std::string("package mine, operator Mish, node m"); }).ToString();
}

std::string OurOwnFault() {
  const Result<int> nothing = Status();
  return nothing.status().ToString();
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::function<std::string()>> programs = {
      {"E2004", Cycle}, {"E2005", WithoutOutputs}, {"E2010", Expression}, {"E6002", Throwing}, {"E9001", OurOwnFault}};
  const auto found = programs.find(argc == 2 ? argv[1] : "");
  if (found == programs.end()) {
    std::fprintf(stderr, "opdk_error_programs CODE\n");
    return 2;
  }
  std::printf("%s\n", found->second().c_str());
  return opdk::ExitCode(static_cast<ErrorCode>(std::stoi(found->first.substr(1))));
}
