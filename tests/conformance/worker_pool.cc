#include "tests/conformance/worker_pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>

namespace opdk::conformance {
namespace {

using Clock = std::chrono::steady_clock;

struct Worker {
  pid_t pid = -1;
  int to = -1;
  int from = -1;
  int item = -1;  // being worked on
  std::string received;
  Clock::time_point deadline;
};

bool ReadAll(int file, void* data, size_t size) {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = read(file, at, size);
    if (got <= 0) return false;
    at += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

bool WriteAll(int file, const char* data, size_t size) {
  while (size > 0) {
    const ssize_t put = write(file, data, size);
    if (put <= 0) return false;
    data += put;
    size -= static_cast<size_t>(put);
  }
  return true;
}

[[noreturn]] void Serve(int in, int out, const std::function<std::string(int)>& answer) {
  int item = 0;
  while (ReadAll(in, &item, sizeof(item))) {
    const std::string line = answer(item) + "\n";
    if (!WriteAll(out, line.data(), line.size())) break;
  }
  _exit(0);
}

class Pool {
 public:
  Pool(int count, int workers, int timeout_seconds, const std::function<std::string(int)>& answer)
      : answer_(answer),
        timeout_(timeout_seconds),
        results_(static_cast<size_t>(count)),
        workers_(static_cast<size_t>(workers)) {}

  std::vector<WorkResult> Run() {
    signal(SIGPIPE, SIG_IGN);
    while (Feed()) Wait();
    for (auto& worker : workers_) Stop(worker);
    return std::move(results_);
  }

 private:
  // Gives every idle worker an item; false when nothing is left to do or to wait for.
  bool Feed() {
    bool busy = false;
    for (auto& worker : workers_) {
      if (worker.item < 0 && next_ < static_cast<int>(results_.size())) {
        if (worker.pid < 0) Start(worker);
        worker.item = next_++;
        worker.deadline = Clock::now() + std::chrono::seconds(timeout_);
        WriteAll(worker.to, reinterpret_cast<const char*>(&worker.item), sizeof(worker.item));
      }
      busy = busy || worker.item >= 0;
    }
    return busy;
  }

  void Start(Worker& worker) {
    int down[2];
    int up[2];
    if (pipe(down) != 0 || pipe(up) != 0) std::abort();
    fflush(nullptr);
    worker.pid = fork();
    if (worker.pid < 0) std::abort();
    if (worker.pid == 0) {
      close(down[1]);
      close(up[0]);
      // Pipes of the other workers: they must see the end of theirs when the parent closes it.
      for (const auto& other : workers_) {
        if (other.to >= 0) close(other.to);
        if (other.from >= 0) close(other.from);
      }
      Serve(down[0], up[1], answer_);
    }
    close(down[0]);
    close(up[1]);
    worker.to = down[1];
    worker.from = up[0];
    worker.received.clear();
  }

  static std::string Stop(Worker& worker) {
    if (worker.pid < 0) return "";
    close(worker.to);
    close(worker.from);
    int status = 0;
    waitpid(worker.pid, &status, 0);
    worker = Worker();
    if (WIFSIGNALED(status)) return fmt::format("crashed: {}", strsignal(WTERMSIG(status)));
    return fmt::format("the process ended with exit code {}", WEXITSTATUS(status));
  }

  void Wait() {
    std::vector<pollfd> files;
    std::vector<Worker*> owners;
    for (auto& worker : workers_) {
      if (worker.item < 0) continue;
      files.push_back({worker.from, POLLIN, 0});
      owners.push_back(&worker);
    }
    poll(files.data(), files.size(), 1000);
    for (size_t i = 0; i < files.size(); ++i) {
      if (files[i].revents != 0) {
        Receive(*owners[i]);
      } else if (Clock::now() > owners[i]->deadline) {
        kill(owners[i]->pid, SIGKILL);
        const int item = owners[i]->item;
        Stop(*owners[i]);
        results_[static_cast<size_t>(item)] = {false, fmt::format("did not end in {} s", timeout_)};
      }
    }
  }

  void Receive(Worker& worker) {
    char buffer[4096];
    const ssize_t got = read(worker.from, buffer, sizeof(buffer));
    if (got <= 0) {
      const int item = worker.item;
      results_[static_cast<size_t>(item)] = {false, Stop(worker)};
      return;
    }
    worker.received.append(buffer, static_cast<size_t>(got));
    if (worker.received.back() != '\n') return;
    worker.received.pop_back();
    results_[static_cast<size_t>(worker.item)] = {true, worker.received};
    worker.received.clear();
    worker.item = -1;
  }

  const std::function<std::string(int)>& answer_;
  int timeout_;
  int next_ = 0;
  std::vector<WorkResult> results_;
  std::vector<Worker> workers_;
};

}  // namespace

std::vector<WorkResult> RunInWorkers(int count, int workers, int timeout_seconds,
                                     const std::function<std::string(int item)>& answer) {
  return Pool(count, workers, timeout_seconds, answer).Run();
}

}  // namespace opdk::conformance
