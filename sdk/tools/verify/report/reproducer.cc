#include "sdk/tools/verify/report/reproducer.h"

#include <fmt/format.h>

#include <sstream>

#include "graph_core/base/file.h"
#include "graph_core/base/text.h"
#include "sdk/tools/verify/cases/write_case.h"

namespace opdk::verify {
namespace {

constexpr size_t kLongest = 100'000;  // Linux takes 128 KiB in one argument

}  // namespace

std::string CalledAs() {
  const auto line = ReadFile("/proc/self/cmdline", kTextFile);
  std::istringstream file(line.ok() ? *line : "");
  std::string command;
  for (std::string word; std::getline(file, word, '\0');) {
    command += (command.empty() ? "" : " ") + ShellQuoted(word);
  }
  return command;
}

std::string Reproducer(const std::vector<std::string>& target, const OpCase& op_case, const std::string& dtype,
                       const std::string& engine, const std::string& id, const std::string& file) {
  std::string command = "opdk test";
  for (const std::string& word : target) command += " " + ShellQuoted(word);
  const std::string text = CaseFileLine(op_case);
  if (text.size() < kLongest) {
    return fmt::format("{} --case {} --dtype {} --engine {}", command, ShellQuoted(text), dtype, engine);
  }
  return fmt::format("{} --cases {} {}", command, ShellQuoted(file), ShellQuoted(id));
}

}  // namespace opdk::verify
