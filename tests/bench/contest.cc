#include "tests/bench/contest.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "tests/bench/creation.h"

namespace opdk::bench {
namespace {

// Returns the largest difference of two outputs, relative to the largest value. Integers are compared as whole numbers.
template <typename T>
double DifferenceAs(const Buffer& left, const Buffer& right) {
  const auto* a = reinterpret_cast<const T*>(left.data);
  const auto* b = reinterpret_cast<const T*>(right.data);
  double largest = 0;
  double difference = 0;
  for (size_t i = 0; i < left.bytes / sizeof(T); ++i) {
    const auto expected = static_cast<double>(b[i]);
    const double distance = std::abs(static_cast<double>(a[i]) - expected);
    if (!(distance <= difference)) difference = distance;  // NaN stays
    largest = std::max(largest, std::abs(expected));
  }
  return largest == 0 ? difference : difference / largest;
}

double Difference(const Buffer& left, const Buffer& right) {
  if (left.dtype == onnx::TensorProto::FLOAT) return DifferenceAs<float>(left, right);
  if (left.dtype == onnx::TensorProto::DOUBLE) return DifferenceAs<double>(left, right);
  if (left.dtype == onnx::TensorProto::INT32) return DifferenceAs<int32_t>(left, right);
  if (left.dtype == onnx::TensorProto::INT64) return DifferenceAs<int64_t>(left, right);
  return std::memcmp(left.data, right.data, left.bytes) == 0 ? 0 : INFINITY;
}

// Checks that both sides agree, because speed counts only for right results. Winograd and another order of summation
// stay well below the tolerance.
Status CheckAgreement(Contestant& ours, Contestant& theirs, const std::vector<Buffer>& our_outputs,
                      const std::vector<Buffer>& their_outputs) {
  constexpr double kTolerance = 1e-3;
  OPDK_TRY(ours.Run());
  OPDK_TRY(theirs.Run());
  for (size_t i = 0; i < our_outputs.size(); ++i) {
    const double difference = Difference(our_outputs[i], their_outputs[i]);
    if (!(difference <= kTolerance))
      return Status(ErrorCode::kKernelFailed, fmt::format("output '{}' differs from the other side's by {:.2g} of its "
                                                          "largest value",
                                                          our_outputs[i].name, difference));
  }
  return Status();
}

struct Sides {
  std::unique_ptr<Contestant> ours;
  std::unique_ptr<Contestant> theirs;  // nullptr: there is no other side
};

Result<Sides> SidesOfRun(const ContestSetup& setup, const Row& row, int threads, const onnx::ModelProto& model,
                         std::vector<Buffer>& inputs, std::vector<Buffer>& outputs,
                         std::vector<Buffer>& their_outputs) {
  Sides sides;
  const Entry entry{model, row.file, inputs, outputs, threads, row.ir_graph};
  OPDK_TRY(sides.ours,
           row.single_op.empty() ? MakeOpdkContestant(setup.opdk, entry) : MakeSingleOpContestant(row, entry));
  if (!row.ours_graph.empty()) {
    OPDK_TRY(const onnx::ModelProto other, BuildModel(row, row.ours_graph));
    OPDK_TRY(sides.theirs, MakeOpdkContestant(setup.opdk, {other, row.file, inputs, their_outputs, threads}));
  } else if (setup.ort != nullptr) {
    OPDK_TRY(const onnx::ModelProto other, BuildModel(row, row.ort_graph.empty() ? row.graph : row.ort_graph));
    OPDK_TRY(sides.theirs, setup.ort->MakeContestant({other, row.file, inputs, their_outputs, threads}));
  }
  if (sides.theirs != nullptr) OPDK_TRY(CheckAgreement(*sides.ours, *sides.theirs, outputs, their_outputs));
  return sides;
}

Result<Sides> SidesOfCreation(const ContestSetup& setup, const Row& row, int threads, const onnx::ModelProto& model) {
  Creation creation;
  creation.model = row.file.empty() ? setup.opdk.work_directory + "/row.onnx" : row.file;
  if (row.file.empty()) OPDK_TRY(WriteModel(model, creation.model));
  creation.threads = threads;
  creation.plugins = setup.plugins;
  creation.disabled_passes = setup.opdk.disabled_passes;
  creation.kernel_cache_directory = setup.opdk.work_directory + "/creation_cache";
  creation.cold = row.measure == "cold creation";
  Sides sides;
  sides.ours = MakeCreationContestant(creation);
  creation.ort = setup.ort_library;
  if (setup.ort != nullptr) sides.theirs = MakeCreationContestant(creation);
  return sides;
}

}  // namespace

Result<RowResult> HoldContest(ContestSetup& setup, const Row& row, int threads,
                              const std::function<Status(const std::function<Result<double>()>& round)>& rounds) {
  OPDK_TRY(const onnx::ModelProto model, BuildModel(row, row.graph));
  OPDK_TRY(std::vector<Buffer> inputs, MakeInputs(model, row));
  OPDK_TRY(std::vector<Buffer> outputs, MakeOutputs(model, row));
  OPDK_TRY(std::vector<Buffer> their_outputs, MakeOutputs(model, row));
  const bool runs = row.measure == "run";
  OPDK_TRY(const Sides sides, runs ? SidesOfRun(setup, row, threads, model, inputs, outputs, their_outputs)
                                   : SidesOfCreation(setup, row, threads, model));
  OPDK_TRY(Duel duel, Duel::Begin(sides.ours.get(), sides.theirs.get(), setup.block_seconds));
  OPDK_TRY(rounds([&] { return duel.Round(); }));
  RowResult result{row.name, threads, duel.ours(), duel.theirs(), row.required, 0, ""};
  if (runs) {
    auto& roofline = setup.rooflines;
    if (roofline.count(threads) == 0) roofline.emplace(threads, measure::MeasuredRoofline(threads, false));
    result.share_of_peak = roofline.at(threads).LeastSeconds(CountWork(model, inputs, outputs)) / result.ours.p10;
  }
  return result;
}

}  // namespace opdk::bench
