// The Python program that a golden's child process runs.
#pragma once

namespace opdk::verify {

// The driver. Called with a directory, it reads call.json and the inputs' .npy files there, and writes the outputs'
// files beside them. Exit code 3: the golden is at fault; 4 and 5: a module isn't installed, which stderr names; 6: the
// golden refuses the inputs. Called with --serve, it listens on descriptor 3. It reads a line with a directory from
// each connection and answers with one byte, the exit code of a process for that directory, whose stderr is a file
// there. It answers an empty line with 0.
// It ends when its stdin is closed.
extern const char* const kPythonDriver;

inline constexpr int kPythonWithoutOnnx = 4;
inline constexpr int kPythonWithoutNumpy = 5;
inline constexpr int kPythonRefuses = 6;

}  // namespace opdk::verify
