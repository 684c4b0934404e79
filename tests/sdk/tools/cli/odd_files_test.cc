// In place of each file that a command reads: a pipe, a directory, a device, a socket, an endless file, a file that
// can't be read. Each gives one clear error, at once.
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "graph_core/base/file.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// The way to put a file in the place of another, and the command's error for it.
struct OddFile {
  const char* name;
  void (*make)(const std::string& path, uint64_t limit);
  const char* said;
};

void MakeSocket(const std::string& path, uint64_t) {
  const int file = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path.size(), sizeof(address.sun_path));
  std::copy(path.begin(), path.end(), address.sun_path);
  EXPECT_EQ(bind(file, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  close(file);
}

constexpr OddFile kOddFiles[] = {
    {"a FIFO", [](const std::string& path, uint64_t) { ASSERT_EQ(mkfifo(path.c_str(), 0600), 0); }, "it is a FIFO"},
    {"a directory", [](const std::string& path, uint64_t) { fs::create_directory(path); }, "it is a directory"},
    {"a device", [](const std::string& path, uint64_t) { fs::create_symlink("/dev/zero", path); }, "it is a device"},
    {"a socket", MakeSocket, "it is a socket"},
    {"too large",
     [](const std::string& path, uint64_t limit) {
       std::ofstream(path).put('\n');
       fs::resize_file(path, limit + 1);
     },
     "the most it may have"},
    {"unreadable",
     [](const std::string& path, uint64_t) {
       std::ofstream(path).put('\n');
       chmod(path.c_str(), 0);
     },
     "Permission denied"},
};

// A file that a command reads: the rest of the folder, the command, the exit code.
struct Reader {
  const char* name;
  const char* file;                  // in the test's directory
  void (*prepare)(const fs::path&);  // makes the files around it; may be null
  const char* arguments;             // {0}: the directory
  uint64_t limit;
  int code;
  std::string_view allowed = {};  // names of odd files that are none here
};

// Prints a name for tests; their names would hold addresses otherwise.
void PrintTo(const Reader& reader, std::ostream* out) { *out << reader.name; }

void WriteText(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

void CopyExternalModel(const fs::path& work) {
  fs::copy_file(OPDK_SOURCE_DIR "/tests/sdk/tools/cli/models/external.onnx", work / "external.onnx");
}

void WriteCaseWithFile(const fs::path& work) {
  WriteText(work / "cases.yaml", "Relu:\n  - {name: a, inputs: {x: {file: x.npy, shape: [2], dtype: float}}}\n");
}

void WriteCaseWithGolden(const fs::path& work) {
  WriteText(
      work / "cases.yaml",
      "Relu:\n  - {name: a, golden: {python: golden.py:f}, inputs: {x: {shape: [2], dtype: float, data: [1, 1]}}}\n");
}

void WriteInstalled(const fs::path& work) {
  fs::create_directories(work / "plugins/pkg/1.0");
  std::ofstream(work / "plugins/pkg/1.0/libpkg.so") << "x";
  fs::create_symlink("1.0", work / "plugins/pkg/active");
}

constexpr Reader kReaders[] = {
    {"the model of run", "f", nullptr, "run '{0}/f'", kMaxModel, 2},
    {"the model of explain", "f.onnx", nullptr, "explain '{0}/f.onnx'", kMaxModel, 2},
    {"the model of dump", "f.onnx", nullptr, "dump '{0}/f.onnx'", kMaxModel, 2},
    {"a network in text form", "f.prototxt", nullptr, "run '{0}/f.prototxt'", kMaxText, 2},
    {"a graph in text form", "f.pbtxt", nullptr, "run '{0}/f.pbtxt'", kMaxText, 2},
    {"external data", "data", CopyExternalModel, "run '{0}/external.onnx'", 0, 2,
     "a device: a link that leads out of the directory; too large: more than file systems hold"},
    {"--input", "f", nullptr, "run --op Relu --input 'x={0}/f'", kMaxTensor, 2},
    {"--cases", "f", nullptr, "test --plugins '{0}' --cases '{0}/f'", kMaxText, 2, "a directory of cases"},
    {"--cases in JSON", "f.json", nullptr, "test --plugins '{0}' --cases '{0}/f.json'", kMaxText, 2,
     "a directory of cases"},
    {"a case's data", "x.npy", WriteCaseWithFile, "test --plugins '{0}' --cases '{0}/cases.yaml'", kMaxTensor, 1},
    {"a golden", "golden.py", WriteCaseWithGolden, "test --plugins '{0}' --cases '{0}/cases.yaml'", kMaxModel, 1},
    {"config.yaml", "config.yaml", nullptr, "list --plugins '{0}'", kMaxText, 2},
    {"new --from", "f", nullptr, "new '{0}/made' --from '{0}/f'", kMaxText, 2},
    {"an archive", "f", nullptr, "install '{0}/f' --dir '{0}/d'", kMaxLibrary, 2},
    {"an archive of info", "f.opdk", nullptr, "info '{0}/f.opdk'", kMaxLibrary, 2},
    {"a library", "libf.so", nullptr, "list --plugins '{0}'", kMaxLibrary, 2},
    {"a manifest", "plugins/pkg/1.0/manifest.json", WriteInstalled, "list --plugins '{0}/plugins'", kMaxText, 2},
    {"a public key", "f", nullptr, "keys trust '{0}/f'", kMaxText, 2},
    {"bench --against", "f", nullptr, "bench Relu --against '{0}/f'", kMaxText, 2},
    {"test --resume", "f", nullptr, "test ClipByValueV2 --plugins '{0}' --cases '{1}' --resume '{0}/f'", kMaxLibrary,
     2},
};

class OddFiles : public Command, public testing::WithParamInterface<Reader> {
 protected:
  void SetUp() override {
    Command::SetUp();
    before_ = "timeout -k 5 120 ";  // a command that waits for a pipe waits for ever
  }
};

TEST_P(OddFiles, EachIsOneClearError) {
  const Reader& reader = GetParam();
  for (const OddFile& odd : kOddFiles) {
    if (std::string_view(odd.name) == "unreadable" && geteuid() == 0) continue;  // root reads everything
    if (reader.allowed.find(odd.name) != std::string_view::npos) continue;
    SCOPED_TRACE(odd.name);
    fs::remove_all(work_);
    fs::create_directories(work_);
    if (reader.prepare != nullptr) reader.prepare(work_);
    odd.make(Path(reader.file), reader.limit);
    if (HasFatalFailure()) return;
    const Outcome outcome = Run(fmt::format(fmt::runtime(reader.arguments), work_.string(),
                                            OPDK_SOURCE_DIR "/tests/op/activation/clip_by_value.yaml"));
    EXPECT_EQ(outcome.code, reader.code) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr(odd.said));
  }
}

std::string NameOf(const testing::TestParamInfo<Reader>& reader) {
  std::string name;
  for (const char* c = reader.param.name; *c != '\0'; ++c) name += std::isalnum(*c) != 0 ? *c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, OddFiles, testing::ValuesIn(kReaders), NameOf);

}  // namespace
}  // namespace opdk::cli
