#include "graph_core/base/process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace opdk {

int Spawn(const std::vector<std::string>& command, const std::vector<ChildFile>& files, pid_t& child) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& part : command) arguments.push_back(const_cast<char*>(part.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const ChildFile& file : files) {
    if (file.here >= 0) {
      posix_spawn_file_actions_adddup2(&actions, file.here, file.number);
    } else {
      posix_spawn_file_actions_addopen(&actions, file.number, file.path.c_str(), file.flags, 0600);
    }
  }
  const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

int WaitFor(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return status;
}

}  // namespace opdk
