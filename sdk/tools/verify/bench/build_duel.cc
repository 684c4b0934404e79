#include "sdk/tools/verify/bench/build_duel.h"

#include <fmt/format.h>

#include <array>
#include <boost/process.hpp>
#include <boost/process/start_dir.hpp>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "graph_core/base/file.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/bench/bench_run.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/report/reproducer.h"

namespace opdk::verify {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;

constexpr size_t kPairs = 10;

struct Side {
  std::vector<std::string> plugins;
  std::vector<std::string> library;  // the library whose kernels must run; empty: any library
};

std::string Absolute(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::canonical(path, error);
  return error ? path : absolute.string();
}

// Returns the row's case on one line, with everything that its data depends on.
std::string CaseText(const PlannedCase& planned) {
  OpCase op_case = *planned.op_case;
  op_case.dtypes = {planned.dtype};
  op_case.seed = static_cast<int64_t>(SeedOf(op_case));
  return CaseFileLine(op_case);
}

class RowDuel {
 public:
  RowDuel(const PlannedCase& planned, int threads, const BenchOptions& options, std::array<Side, 2> sides)
      : planned_(planned), threads_(threads), options_(options), sides_(std::move(sides)) {}

  // Measures `rounds` of both sides, in turns. Returns false if a side failed; `failed()` says why.
  Result<bool> Measure(std::array<measure::Rounds, 2>& rounds) {
    const size_t pairs = options_.rounds > 0 ? static_cast<size_t>(options_.rounds) : kPairs;
    for (size_t i = 0; i < 2 * pairs; ++i) {
      // A B B A A B …: a trend favours neither.
      const size_t side = (i + 1) / 2 % 2;
      OPDK_TRY(BenchRow row, MeasureOnce(sides_[side], pairs));
      if (!row.timed()) {
        failed_ = std::move(row);
        return false;
      }
      rounds[side].push_back(std::move(row.rounds[0]));
    }
    return true;
  }
  BenchRow& failed() { return failed_; }

 private:
  std::vector<std::string> Arguments(const Side& side, size_t pairs) const {
    std::vector<std::string> arguments = {"bench",
                                          "--case",
                                          CaseText(planned_),
                                          "--engine",
                                          planned_.engine,
                                          "--threads",
                                          std::to_string(threads_),
                                          "--rounds",
                                          "1",
                                          "--time-only",
                                          "--format",
                                          "json",
                                          "--time",
                                          fmt::format("{}", options_.seconds / static_cast<double>(pairs)),
                                          "--timeout",
                                          fmt::format("{}", options_.test.isolation.timeout_s)};
    for (const std::string& directory : side.plugins) arguments.insert(arguments.end(), {"--plugins", directory});
    return arguments;
  }

  Result<BenchRow> MeasureOnce(const Side& side, size_t pairs) const {
    fs::path directory = fs::path(planned_.op_case->file).parent_path();
    std::error_code error;
    if (directory.empty()) directory = fs::current_path(error);
    error.clear();
    bp::ipstream out;
    const std::unique_ptr<FILE, int (*)(FILE*)> err(std::tmpfile(), std::fclose);
    if (err == nullptr) return Status(ErrorCode::kWriteFailed, "no temporary file can be made");
    bp::child child(Absolute("/proc/self/exe"), bp::args(Arguments(side, pairs)), bp::start_dir(directory.string()),
                    bp::std_out > out, bp::std_err > err.get(), bp::std_in < bp::null, error);
    if (error) return Status(ErrorCode::kInternal, "this command can't be started again: " + error.message());
    const std::string text(std::istreambuf_iterator<char>(out), {});
    child.wait();
    auto results = BenchResultsFrom(text, "a measuring process");
    if (!results.ok() || results->rows.size() != 1) {
      std::string complaints(4096, '\0');
      std::rewind(err.get());
      complaints.resize(std::fread(complaints.data(), 1, complaints.size(), err.get()));
      return Status(ErrorCode::kKernelFailed,
                    fmt::format("the process that measures gave no result; it says: {}{}", text, complaints))
          .At(planned_.id);
    }
    BenchRow row = std::move(results->rows[0]);
    row.id = RowId(planned_, threads_);
    if (row.timed() && !side.library.empty() && Absolute(row.measured.library) != side.library[0]) {
      return Status(ErrorCode::kInputMismatch, fmt::format("{} doesn't provide {}: the kernel comes from {}",
                                                           side.library[0], row.op, row.measured.library))
          .Hint("--against takes another build of the same package, or a file that --save wrote");
    }
    return row;
  }

  const PlannedCase& planned_;
  int threads_;
  const BenchOptions& options_;
  std::array<Side, 2> sides_;
  BenchRow failed_;
};

Result<ComparedRow> Compare(RowDuel& duel, const std::string& id, double threshold) {
  ComparedRow row;
  row.id = id;
  for (int attempt = 0; attempt < 2; ++attempt) {
    std::array<measure::Rounds, 2> rounds;
    OPDK_TRY(const bool measured, duel.Measure(rounds));
    if (!measured) return duel.failed().error;
    row.before = measure::MedianOf(rounds[0]);
    row.now = measure::MedianOf(rounds[1]);
    row.ratio = measure::PairedRatio(rounds[0], rounds[1]);
    row.verdict = Judge(row.ratio.interval, threshold);
    if (row.verdict != Verdict::kSlower) break;
  }
  return row;
}

}  // namespace

bool IsLibrary(const std::string& path) {
  const auto file = InputFile::Open(path, kLibraryFile);
  if (!file.ok()) return false;
  const auto magic = file->ReadHead(4);
  return magic.ok() && *magic ==
                           "\x7f"
                           "ELF";
}

Result<Duel> DuelOfBuilds(const BenchPlan& plan, const TestTarget& target, const BenchOptions& options) {
  Side before{{Absolute(options.against)}, {Absolute(options.against)}};
  Side now;
  for (const std::string& directory : target.plugin_dirs) now.plugins.push_back(Absolute(directory));
  Duel duel;
  const std::vector<int> threads = ThreadsOf(options);
  const size_t total = plan.planned.size() * threads.size();
  size_t done = 0;
  for (const PlannedCase& planned : plan.planned) {
    for (const int count : threads) {
      const std::string id = RowId(planned, count);
      ShowBenchProgress(done++, total, id);
      RowDuel of_row(planned, count, options, {before, now});
      auto row = Compare(of_row, id, options.threshold_percent / 100);
      ClearBenchProgress();
      if (row.ok()) {
        duel.rows.push_back(std::move(row).value());
        continue;
      }
      BenchRow& failed = of_row.failed();
      if (failed.id.empty()) return row.status();
      failed.unsupported = failed.error.code() == ErrorCode::kNoEngine && options.test.engine.empty();
      if (failed.unsupported || failed.error.ok()) {
        ++duel.unsupported;
      } else {
        duel.failed.push_back(std::move(failed));
      }
    }
  }
  return duel;
}

}  // namespace opdk::verify
