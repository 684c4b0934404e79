#include "sdk/tools/package/restart.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "graph_core/base/file.h"

namespace opdk {

Status Restart() {
  OPDK_TRY(const std::string line, ReadFile("/proc/self/cmdline", kTextFile));
  std::istringstream file(line);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // The program's real path: /proc/self/exe itself would become the process's name.
  std::error_code error;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (!error && !words.empty()) execv(program.c_str(), arguments.data());
  return Status(ErrorCode::kInternal, fmt::format("opdk can't start itself anew: {}", std::strerror(errno)));
}

}  // namespace opdk
