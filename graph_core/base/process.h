// Programs that this process starts, and children that it waits for.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace opdk {

// One open file of a child.
struct ChildFile {
  int number;     // in the child: 0, 1, 2 …
  int here = -1;  // this process's descriptor that the child gets; -1: the child opens `path`
  std::string path = "/dev/null";
  int flags = 0;  // of open(2); only the owner may read and write a new file
};

// Starts a program with this process's environment; `command[0]` is searched in PATH. Returns 0, or errno.
int Spawn(const std::vector<std::string>& command, const std::vector<ChildFile>& files, pid_t& child);

// Waits for the end of a child, also across signals. Returns waitpid's status, or -1 if there is no such child.
int WaitFor(pid_t child);

}  // namespace opdk
