// The way in which the threads of this process wait for work.
#pragma once

namespace opdk::verify {

// Restarts the process, once, with OMP_WAIT_POLICY=passive, unless the environment says how OpenMP's threads wait. Each
// of the many child processes of a test run has a pool of its own. Threads that spin while they wait for work would
// take the processors from the other children. OpenMP reads the variable only when it is loaded. Returns if a restart
// isn't necessary or isn't possible.
void WaitWithoutSpinning();

}  // namespace opdk::verify
