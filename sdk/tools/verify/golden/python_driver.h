// The Python program that a golden's child process runs.
#pragma once

namespace opdk::verify {

// Called with a directory: reads call.json and the inputs' .npy files there, writes the outputs' beside them. Exit code
// 3: the golden is at fault, 4 and 5: something isn't installed, 6: the golden refuses the inputs; stderr says what.
// Called with --serve: descriptor 3 listens. Of each connection a line is read that names a directory; the answer is a
// byte, the exit code of a process for that directory, whose stderr is a file there. An empty line is answered by 0.
// It ends when its stdin is closed.
extern const char* const kPythonDriver;

inline constexpr int kPythonWithoutOnnx = 4;
inline constexpr int kPythonWithoutNumpy = 5;
inline constexpr int kPythonRefuses = 6;

}  // namespace opdk::verify
