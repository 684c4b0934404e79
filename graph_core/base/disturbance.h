// Whether something else used the CPUs that this process wanted.
#pragma once

#include <vector>

namespace opdk {

// Watches the threads that exist when it is made.
class Disturbance {
 public:
  Disturbance();
  ~Disturbance();
  Disturbance(const Disturbance&) = delete;
  Disturbance& operator=(const Disturbance&) = delete;

  void Start();
  // Since Start(): a thread lost its CPU (that counts in less than 10 ms; longer it's the system's housekeeping), or
  // threads that could have run waited for one for more than a twentieth of `seconds`.
  bool Happened(double seconds) const;

 private:
  double WaitedSeconds() const;

  std::vector<int> files_;  // schedstat of each thread
  long switches_ = 0;
  double waited_ = 0;
};

}  // namespace opdk
