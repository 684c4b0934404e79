// The `opdk` command run as a user runs it.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "sdk/tools/model/npy.h"

namespace opdk::cli {

inline constexpr const char* kAddModel = "/usr/share/libonnx-testdata/data/node/test_add/model.onnx";
inline constexpr const char* kLogSoftmaxModel =
    "/usr/share/libonnx-testdata/data/node/test_logsoftmax_axis_1_expanded/model.onnx";
inline constexpr const char* kDigitsModel = OPDK_SOURCE_DIR "/samples/digits/model/digits.onnx";

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

class Command : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "opdk_cli_XXXXXX").string();
    work_ = ::mkdtemp(pattern.data());
    ::setenv("XDG_DATA_HOME", work_.c_str(), 1);
    ::unsetenv("OPDK_PLUGIN_PATH");
    ::unsetenv("OPDK_BUILTIN_DIR");
  }
  void TearDown() override { std::filesystem::remove_all(work_); }

  Outcome Run(const std::string& arguments) { return RunProgram("opdk", arguments); }
  Outcome RunProgram(const std::string& program, const std::string& arguments) {
    const std::string command = fmt::format("{}'{}/bin/{}' {} >'{}' 2>'{}'", before_, OPDK_BINARY_DIR, program,
                                            arguments, Path("stdout"), Path("stderr"));
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadFile(Path("stdout")), ReadFile(Path("stderr"))};
  }
  // Runs the command at a terminal, as a person sees it: both streams together, lines ended by "\r\n".
  Outcome RunAtTerminal(const std::string& arguments) {
    const std::string command = fmt::format("script -qec \"'{}/bin/opdk' {}\" /dev/null >'{}' 2>&1 </dev/null",
                                            OPDK_BINARY_DIR, arguments, Path("terminal"));
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadFile(Path("terminal")), ""};
  }
  std::string Path(const std::string& name) const { return (work_ / name).string(); }
  void Write(const std::string& name, const std::string& bytes) {
    std::ofstream(Path(name), std::ios::binary) << bytes;
  }
  void WriteFloats(const std::string& name, std::vector<int64_t> shape, const std::vector<float>& values) {
    const ge::Tensor tensor(ge::TensorDesc(ge::Shape(shape)), reinterpret_cast<const uint8_t*>(values.data()),
                            values.size() * sizeof(float));
    Write(name, *FormatNpy(tensor));
  }

  std::filesystem::path work_;
  std::string before_;  // read by the shell before the command: "timeout 60 "
};

}  // namespace opdk::cli
