// Runs an operator of one float input and one output from C++, for a test that compares it with Python.
//   run_operator TYPE ROWS COLUMNS PLUGIN_DIRECTORY <input >output
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "ge/ge_api.h"
#include "opdk/single_op.h"

namespace {

opdk::Status Run(const char* type, int64_t rows, int64_t columns) {
  std::vector<float> x(static_cast<size_t>(rows * columns));
  std::vector<float> y(x.size());
  if (std::fread(x.data(), sizeof(float), x.size(), stdin) != x.size()) {
    return opdk::Status(opdk::ErrorCode::kInputMissing, "the input is too short");
  }
  const std::vector<int64_t> shape = {rows, columns};
  const opdk::RunInput input{x.data(), x.size() * sizeof(float), ge::DT_FLOAT, shape};
  opdk::RunOutput output;
  output.data = y.data();
  output.capacity = y.size() * sizeof(float);
  OPDK_TRY(opdk::SingleOp op, opdk::SingleOp::Create(type, {{"x", ge::TensorDesc(ge::Shape(shape))}}));
  OPDK_TRY(op.Run({&input, 1}, {&output, 1}));
  std::fwrite(y.data(), sizeof(float), y.size(), stdout);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::map<std::string, std::string> options = {{"opdk.plugin_dirs", argv[4]}};
  opdk::Status status;
  if (ge::GEInitialize(options) != ge::SUCCESS) {
    std::fprintf(stderr, "%s\n", ge::GEGetErrorMsg().c_str());
    return 1;
  }
  status = Run(argv[1], std::atoll(argv[2]), std::atoll(argv[3]));
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
