// Detects other programs on the CPUs that this process needs.
#pragma once

#include <vector>

namespace opdk {

// Watches the threads that exist when the object is made.
class Disturbance {
 public:
  Disturbance();
  ~Disturbance();
  Disturbance(const Disturbance&) = delete;
  Disturbance& operator=(const Disturbance&) = delete;

  void Start();
  // Returns whether, since Start(), a thread lost its CPU, or runnable threads waited for a CPU for more than a
  // twentieth of `seconds`. A lost CPU counts only in less than 10 ms; in a longer time it is the system's
  // housekeeping.
  bool Happened(double seconds) const;

 private:
  double WaitedSeconds() const;

  std::vector<int> files_;  // schedstat of each thread
  long switches_ = 0;
  double waited_ = 0;
};

}  // namespace opdk
