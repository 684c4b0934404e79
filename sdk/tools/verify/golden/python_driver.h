// The Python program that a golden's child process runs.
#pragma once

namespace opdk::verify {

// Called with a directory: reads call.json and the inputs' .npy files there, writes the outputs' beside them. Exit code
// 3: the golden is at fault, 4: something isn't installed; stderr says what.
extern const char* const kPythonDriver;

}  // namespace opdk::verify
