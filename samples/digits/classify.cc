// Classifies the held-out digits with the model whose activation this folder's package provides.
//   classify MODEL TEST.csv     (the package is found through OPDK_PLUGIN_PATH)
// MODEL is ONNX's (.onnx), TensorFlow's (.pb) or Caffe's (.prototxt, its .caffemodel beside it).
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "graph/graph.h"
#include "graph/tensor.h"
#include "parser/caffe_parser.h"
#include "parser/onnx_parser.h"
#include "parser/tensorflow_parser.h"

namespace {

constexpr int kSide = 8;
constexpr int kClasses = 10;
constexpr float kBrightest = 16.0F;

struct Digit {
  int label = 0;
  std::array<float, kSide * kSide> pixels{};  // 0 … 16
};

std::vector<Digit> ReadDigits(const char* path) {
  std::vector<Digit> digits;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // header
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Digit digit;
    char comma = 0;
    cells >> digit.label;
    for (float& pixel : digit.pixels) cells >> comma >> pixel;
    if (cells) digits.push_back(digit);
  }
  return digits;
}

// Makes an image of one channel. TensorFlow's models have the channels last.
ge::Tensor MakeImage(const Digit& digit, bool channels_last) {
  std::array<float, kSide * kSide> scaled{};
  std::transform(digit.pixels.begin(), digit.pixels.end(), scaled.begin(), [](float p) { return p / kBrightest; });
  const ge::TensorDesc desc(channels_last ? ge::Shape({1, kSide, kSide, 1}) : ge::Shape({1, 1, kSide, kSide}),
                            channels_last ? ge::FORMAT_NHWC : ge::FORMAT_NCHW, ge::DT_FLOAT);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(scaled.data()), sizeof scaled);
}

void Draw(const Digit& digit, int predicted) {
  static const char* const kShades[] = {"  ", "░░", "▒▒", "▓▓", "██"};
  for (int row = 0; row < kSide; ++row) {
    std::string line = "  ";
    for (int column = 0; column < kSide; ++column) {
      line += kShades[static_cast<int>(digit.pixels[static_cast<size_t>(row * kSide + column)] / kBrightest * 4.0F)];
    }
    std::printf("%s%s\n", line.c_str(),
                row == kSide / 2 ? ("   predicted " + std::to_string(predicted) + ", labelled " +
                                    std::to_string(digit.label) + (predicted == digit.label ? "" : "  <- wrong"))
                                       .c_str()
                                 : "");
  }
  std::printf("\n");
}

int Fail(const char* what) {
  std::fprintf(stderr, "%s: %s\n", what, ge::GEGetErrorMsg().c_str());
  return 1;
}

void PrintConfusion(const std::array<std::array<int, kClasses>, kClasses>& confusion) {
  std::printf("\nconfusion table (rows: label, columns: prediction)\n     ");
  for (int i = 0; i < kClasses; ++i) std::printf("%4d", i);
  std::printf("\n");
  for (int label = 0; label < kClasses; ++label) {
    std::printf("  %d |", label);
    for (int count : confusion[static_cast<size_t>(label)]) std::printf(count == 0 ? "   ." : "%4d", count);
    std::printf("\n");
  }
}

bool IsTensorFlow(const std::string& model) { return model.ends_with(".pb"); }

ge::graphStatus ReadModel(const std::string& model, ge::Graph& graph) {
  const std::string stem = model.substr(0, model.rfind('.'));
  if (IsTensorFlow(model)) return ge::aclgrphParseTensorFlow(model.c_str(), graph);
  if (model.ends_with(".prototxt")) return ge::aclgrphParseCaffe(model.c_str(), (stem + ".caffemodel").c_str(), graph);
  return ge::aclgrphParseONNX(model.c_str(), {}, graph);
}

int Classify(const char* model, const std::vector<Digit>& digits) {
  ge::Graph graph("digits");
  if (ReadModel(model, graph) != ge::GRAPH_SUCCESS) return Fail("can't read the model");
  ge::Session session(std::map<ge::AscendString, ge::AscendString>{});
  if (session.AddGraph(0, graph) != ge::SUCCESS || session.CompileGraph(0) != ge::SUCCESS) return Fail("can't compile");

  std::array<std::array<int, kClasses>, kClasses> confusion{};
  std::vector<int> predictions;
  std::vector<double> times_us;
  for (const Digit& digit : digits) {
    const std::vector<ge::Tensor> inputs = {MakeImage(digit, IsTensorFlow(model))};
    std::vector<ge::Tensor> outputs;
    const auto start = std::chrono::steady_clock::now();
    if (session.RunGraph(0, inputs, outputs) != ge::SUCCESS) return Fail("can't run");
    times_us.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    const auto* scores = reinterpret_cast<const float*>(outputs.at(0).GetData());
    predictions.push_back(static_cast<int>(std::max_element(scores, scores + kClasses) - scores));
    ++confusion.at(static_cast<size_t>(digit.label)).at(static_cast<size_t>(predictions.back()));
  }

  for (size_t i = 0; i < 3 && i < digits.size(); ++i) Draw(digits[i], predictions[i]);
  PrintConfusion(confusion);
  size_t right = 0;
  for (size_t i = 0; i < digits.size(); ++i) right += predictions[i] == digits[i].label ? 1 : 0;
  std::printf("\n%zu of %zu held-out digits right: accuracy %.2f %%\n", right, digits.size(),
              100.0 * static_cast<double>(right) / static_cast<double>(digits.size()));
  std::sort(times_us.begin(), times_us.end());
  std::printf("%.1f us per image (median)\n", times_us[times_us.size() / 2]);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: classify MODEL TEST.csv\n");
    return 2;
  }
  const std::vector<Digit> digits = ReadDigits(argv[2]);
  if (digits.empty()) {
    std::fprintf(stderr, "classify: no digits in '%s'\n", argv[2]);
    return 2;
  }
  if (ge::GEInitialize(std::map<ge::AscendString, ge::AscendString>{}) != ge::SUCCESS) return Fail("can't start");
  const int status = Classify(argv[1], digits);
  ge::GEFinalize();
  return status;
}
