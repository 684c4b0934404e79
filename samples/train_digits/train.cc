// Trains a network of two layers on handwritten digits, and counts how many of those it never saw it gets right.
//   train DIGITS.csv          a run of a graph for each batch
//   train DIGITS.csv epochs   a run of a graph for each epoch, which iterates over the batches
// Exit code 1: not more than 95 % of them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "digits.h"
#include "ge/ge_api.h"
#include "network.h"

namespace {

constexpr uint32_t kInitial = 0;
constexpr uint32_t kTraining = 1;
constexpr uint32_t kEpoch = 2;
constexpr uint32_t kPrediction = 3;

constexpr int kEpochs = 30;
constexpr int kCopies = 4;  // of each digit in an epoch, each one distorted
constexpr float kFirstRate = 0.1F;
constexpr double kEnough = 0.95;

int Fail(const char* what) {
  std::fprintf(stderr, "%s: %s\n", what, ge::GEGetErrorMsg().c_str());
  return 1;
}

ge::Tensor Images(const Digit* digits, size_t count) {
  std::vector<float> pixels;
  for (size_t i = 0; i < count; ++i) pixels.insert(pixels.end(), digits[i].pixels.begin(), digits[i].pixels.end());
  return MakeTensor({static_cast<int64_t>(count), kPixels}, pixels);
}

ge::Tensor Labels(const Digit* digits, size_t count) {
  std::vector<int32_t> labels;
  for (size_t i = 0; i < count; ++i) labels.push_back(digits[i].label);
  return MakeTensor({static_cast<int64_t>(count)}, labels);
}

// Returns distorted copies of the digits in random order; their number is a multiple of kBatch.
std::vector<Digit> Written(const std::vector<Digit>& digits, std::mt19937& random) {
  std::vector<Digit> written;
  for (const Digit& digit : digits) {
    for (int copy = 0; copy < kCopies; ++copy) written.push_back(Distort(digit, random));
  }
  std::shuffle(written.begin(), written.end(), random);
  written.resize(written.size() / kBatch * kBatch);
  return written;
}

// Runs the graph and returns its loss; NaN when the run fails.
float Train(ge::Session& session, uint32_t graph, const Digit* digits, size_t count, float rate) {
  const std::vector<ge::Tensor> inputs = {Images(digits, count), Labels(digits, count),
                                          MakeTensor({}, std::vector<float>{rate})};
  std::vector<ge::Tensor> outputs;
  if (session.RunGraph(graph, inputs, outputs) != ge::SUCCESS) return NAN;
  return *reinterpret_cast<const float*>(outputs.at(0).GetData());
}

int TrainAll(ge::Session& session, const std::vector<Digit>& digits, bool whole_epochs, std::mt19937& random) {
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    const float rate = kFirstRate * (1 - static_cast<float>(epoch) / kEpochs);
    const std::vector<Digit> written = Written(digits, random);
    float loss = 0;
    if (whole_epochs) {
      loss = Train(session, kEpoch, written.data(), written.size(), rate);
    } else {
      for (size_t i = 0; i < written.size(); i += kBatch) {
        loss +=
            Train(session, kTraining, written.data() + i, kBatch, rate) * kBatch / static_cast<float>(written.size());
      }
    }
    if (std::isnan(loss)) return Fail("can't train");
    std::printf("epoch %2d: loss %.4f%s\n", epoch + 1, loss, whole_epochs ? " (last batch)" : "");
  }
  return 0;
}

int Judge(ge::Session& session, const std::vector<Digit>& digits) {
  std::vector<ge::Tensor> outputs;
  if (session.RunGraph(kPrediction, {Images(digits.data(), digits.size())}, outputs) != ge::SUCCESS) {
    return Fail("can't predict");
  }
  const auto* classes = reinterpret_cast<const int32_t*>(outputs.at(0).GetData());
  size_t right = 0;
  for (size_t i = 0; i < digits.size(); ++i) right += classes[i] == digits[i].label ? 1 : 0;
  const double accuracy = static_cast<double>(right) / static_cast<double>(digits.size());
  std::printf("%zu of %zu held-out digits right: accuracy %.2f %%\n", right, digits.size(), 100 * accuracy);
  return accuracy > kEnough ? 0 : 1;
}

// Prints the values that a program would save.
int PrintParameters(ge::Session& session) {
  std::vector<ge::Tensor> values;
  if (session.GetVariables(std::vector<std::string>(kParameters.begin(), kParameters.end()), values) != ge::SUCCESS) {
    return Fail("can't read the variables");
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const auto* elements = reinterpret_cast<const float*>(values[i].GetData());
    const size_t count = values[i].GetSize() / sizeof(float);
    const auto [smallest, largest] = std::minmax_element(elements, elements + count);
    std::printf("%-14s %4zu values from %.3f to %.3f\n", kParameters[i], count, *smallest, *largest);
  }
  return 0;
}

int Run(const Digits& digits, bool whole_epochs) {
  std::mt19937 random(1);
  const int64_t batches = static_cast<int64_t>(digits.training.size()) * kCopies / kBatch;
  ge::Session session(std::map<ge::AscendString, ge::AscendString>{});
  if (session.AddGraph(kInitial, InitialGraph(random, batches)) != ge::SUCCESS ||
      session.AddGraph(kTraining, TrainingGraph()) != ge::SUCCESS ||
      session.AddGraph(kEpoch, EpochGraph(batches)) != ge::SUCCESS ||
      session.AddGraph(kPrediction, PredictionGraph()) != ge::SUCCESS) {
    return Fail("can't add the graphs");
  }
  std::vector<ge::Tensor> none;
  if (session.RunGraph(kInitial, {}, none) != ge::SUCCESS) return Fail("can't begin");
  if (TrainAll(session, digits.training, whole_epochs, random) != 0 || PrintParameters(session) != 0) return 1;
  return Judge(session, digits.held_out);
}

}  // namespace

int main(int argc, char** argv) {
  const bool whole_epochs = argc == 3 && std::strcmp(argv[2], "epochs") == 0;
  if (argc != 2 && !whole_epochs) {
    std::fprintf(stderr, "usage: train DIGITS.csv [epochs]\n");
    return 2;
  }
  const Digits digits = ReadDigits(argv[1]);
  if (digits.held_out.empty()) {
    std::fprintf(stderr, "train: no digits in '%s'\n", argv[1]);
    return 2;
  }
  if (ge::GEInitialize(std::map<ge::AscendString, ge::AscendString>{}) != ge::SUCCESS) return Fail("can't start");
  const int status = Run(digits, whole_epochs);
  ge::GEFinalize();
  return status;
}
