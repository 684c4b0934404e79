#include "sdk/verify/search/fuzz.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>
#include <utility>

#include "graph_core/ir/type_names.h"
#include "sdk/verify/run/isolated.h"
#include "sdk/verify/search/coverage.h"
#include "sdk/verify/search/shrink.h"
#include "sdk/verify/search/variation.h"

namespace opdk::verify {
namespace {

using Clock = std::chrono::steady_clock;
using Verdict = Judgement::Verdict;
using nlohmann::json;

constexpr size_t kBatchRuns = 200;
constexpr double kBatchSeconds = 2;
constexpr size_t kMostFailures = 4;      // of one batch: more say nothing new
constexpr size_t kAttempts = 40;         // at a variation that verification accepts
constexpr size_t kNoteBytes = 2U << 20;  // the case being run, as text

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// What a child leaves behind however it ends: the edges it has run, how many runs it has begun, the case it is at.
struct Note {
  uint8_t* memory;

  uint8_t* map() const { return memory; }
  uint64_t& begun() const { return *reinterpret_cast<uint64_t*>(memory + kCoverageSlots); }
  char* text() const { return reinterpret_cast<char*>(memory + kCoverageSlots + sizeof(uint64_t)); }
  static size_t Bytes() { return kCoverageSlots + sizeof(uint64_t) + kNoteBytes; }

  void Write(uint64_t run, const std::string& case_text) const {
    begun() = run;
    const size_t size = std::min(case_text.size(), kNoteBytes - 1);
    std::memcpy(text(), case_text.data(), size);
    text()[size] = '\0';
  }
};

std::string EndText(const ChildReport& report, const IsolationOptions& options) {
  return report.Describe(options) + (report.output.empty() ? "" : "\n" + report.output);
}

std::string KindOfEnd(const ChildReport& report) {
  if (report.end == ChildReport::End::kTimeout) return "timeout";
  if (report.end == ChildReport::End::kSignal) return fmt::format("crash SIG{}", sigabbrev_np(report.detail));
  return "exit";
}

json ToJson(const Judgement& judgement) {
  return {{"verdict", static_cast<int>(judgement.verdict)},
          {"kind", judgement.kind},
          {"reason", judgement.reason},
          {"kernel", judgement.kernel}};
}

Judgement JudgementFrom(const json& node) {
  return {static_cast<Verdict>(node.at("verdict").get<int>()), node.at("kind"), node.at("reason"), node.at("kernel")};
}

std::string Dumped(const json& node) { return node.dump(-1, ' ', false, json::error_handler_t::replace); }

class Search {
 public:
  Search(CaseSpace space, std::vector<SearchCase> corpus, const Bench& bench, const FuzzOptions& options)
      : space_(std::move(space)),
        corpus_(std::move(corpus)),
        bench_(bench),
        options_(options),
        parallel_(options.parallel > 0 ? static_cast<size_t>(options.parallel)
                                       : std::max<size_t>(1, std::thread::hardware_concurrency())),
        memory_(Note::Bytes() * parallel_),
        edges_(kCoverageSlots) {}

  Result<FuzzReport> Run(const std::function<void(const FuzzReport&)>& progress) {
    if (memory_.data() == nullptr) return Status(ErrorCode::kInternal, "no shared memory").Hint("check ulimit -v");
    while (found_.empty() && SecondsSince(start_) < options_.seconds &&
           (options_.runs == 0 || report_.runs < options_.runs)) {
      Round();
      progress(report_);
    }
    for (FuzzFailure& failure : found_) {
      ShrinkFailure(failure);
      report_.failures.push_back(std::move(failure));
    }
    return std::move(report_);
  }

 private:
  Note NoteOf(size_t child) const { return {memory_.data() + child * Note::Bytes()}; }

  // The same corpus, seed and number of the batch draw the same runs.
  void Round() {
    std::memset(memory_.data(), 0, Note::Bytes() * parallel_);
    const IsolationOptions isolation{static_cast<int>(parallel_), kBatchSeconds + options_.timeout_s, 0};
    size_t each = kBatchRuns;
    if (options_.runs > 0) each = std::min(each, (options_.runs - report_.runs + parallel_ - 1) / parallel_);
    std::vector<std::pair<ChildReport, bool>> reports(parallel_);
    RunIsolated(
        parallel_, [&](size_t child) { return Batch(child, each); }, isolation,
        [&](size_t child, ChildReport&& report) {
          reports[child] = {std::move(report), true};
          return true;
        });
    for (size_t child = 0; child < parallel_; ++child) {
      if (reports[child].second) Collect(child, reports[child].first, isolation);
    }
    next_batch_ += parallel_;
  }

  SearchCase Next(SearchRandom& random, const std::vector<SearchCase>& more) const {
    const size_t known = corpus_.size() + more.size();
    if (known == 0 || random() % 8 == 0) return Drawn(space_, random);
    // What was found last is varied as often as all the rest.
    size_t index = static_cast<size_t>(random() % known);
    if (random() % 2 == 0) index = known - 1 - static_cast<size_t>(random() % std::min<size_t>(known, 8));
    const SearchCase& from = index < corpus_.size() ? corpus_[index] : more[index - corpus_.size()];
    return Varied(from, space_, random);
  }

  // In the child.
  std::string Batch(size_t child, size_t runs) const {
    std::seed_seq seed{options_.seed, options_.seed >> 32, next_batch_ + child};
    SearchRandom random(seed);
    const Note note = NoteOf(child);
    std::vector<uint8_t> edges = edges_;
    std::set<std::string> features = features_;
    std::vector<SearchCase> kept;
    std::vector<uint8_t> map(kCoverageSlots);
    json answer = {{"verdicts", std::vector<size_t>(5)},
                   {"kept", json::array()},
                   {"features", json::array()},
                   {"failures", json::array()}};
    const auto start = Clock::now();
    for (size_t run = 0; run < runs && SecondsSince(start) < kBatchSeconds; ++run) {
      const bool seeded = next_batch_ == 0 && child + run * parallel_ < corpus_.size();
      SearchCase found;
      Judgement judgement{Verdict::kRefused, "", "", ""};
      std::fill(map.begin(), map.end(), uint8_t{0});
      for (size_t attempt = 0; attempt < kAttempts && judgement.verdict == Verdict::kRefused; ++attempt) {
        found = seeded && attempt == 0 ? corpus_[child + run * parallel_] : Next(random, kept);
        note.Write(run + 1, found.ToYaml());
        RecordCoverageIn(map.data());
        judgement = Judge(found, bench_);
        RecordCoverageIn(nullptr);
      }
      answer["verdicts"][static_cast<size_t>(judgement.verdict)] =
          answer["verdicts"][static_cast<size_t>(judgement.verdict)].get<size_t>() + 1;
      MergeCoverage(map.data(), note.map());
      if (judgement.verdict == Verdict::kFailed) {
        json failure = ToJson(judgement);
        failure["case"] = found.ToYaml();
        failure["run"] = run + 1;
        answer["failures"].push_back(std::move(failure));
        if (answer["failures"].size() >= kMostFailures) break;
        continue;
      }
      if (judgement.verdict != Verdict::kPassed && judgement.verdict != Verdict::kNotVerified) continue;
      const std::string feature = FeatureOf(found, judgement.kernel);
      const bool fresh = features.insert(feature).second;
      if (MergeCoverage(map.data(), edges.data()) == 0 && !fresh) continue;
      answer["features"].push_back(feature);
      if (seeded) continue;
      answer["kept"].push_back(found.ToYaml());
      kept.push_back(std::move(found));
    }
    return Dumped(answer);
  }

  // What tells two uses apart without looking into the package's code.
  static std::string FeatureOf(const SearchCase& found, const std::string& kernel) {
    std::string feature = kernel;
    for (const SearchPort& port : found.inputs) {
      feature += ";";
      for (const SearchTensor& tensor : port.entries) {
        feature += fmt::format("{}{}{},", DtypeName(tensor.dtype), tensor.shape.size(), tensor.data.empty() ? "e" : "");
      }
    }
    for (const auto& [name, value] : found.attrs) feature += "," + name;
    return feature;
  }

  void Collect(size_t child, const ChildReport& report, const IsolationOptions& isolation) {
    const Note note = NoteOf(child);
    report_.edges += MergeCoverage(note.map(), edges_.data());
    const json answer = json::parse(report.answer, nullptr, false);
    if (report.end != ChildReport::End::kDone || answer.is_discarded()) {
      report_.runs += note.begun();
      Add(note.text(), {Verdict::kFailed, KindOfEnd(report), EndText(report, isolation), ""}, note.begun());
      return;
    }
    const auto verdicts = answer.at("verdicts").get<std::vector<size_t>>();
    report_.passed += verdicts[static_cast<size_t>(Verdict::kPassed)];
    report_.refused += verdicts[static_cast<size_t>(Verdict::kRefused)];
    report_.unsupported += verdicts[static_cast<size_t>(Verdict::kUnsupported)];
    report_.not_verified += verdicts[static_cast<size_t>(Verdict::kNotVerified)];
    const size_t before = report_.runs;
    for (const size_t count : verdicts) report_.runs += count;
    for (const json& feature : answer.at("features")) features_.insert(feature.get<std::string>());
    for (const json& text : answer.at("kept")) {
      auto found = FromText(text.get<std::string>());
      if (!found) continue;
      report_.kept.push_back(*found);
      corpus_.push_back(*std::move(found));
    }
    for (const json& failure : answer.at("failures")) {
      Add(failure.at("case"), JudgementFrom(failure), before + failure.at("run").get<size_t>());
    }
  }

  void Add(const std::string& text, Judgement judgement, size_t run) {
    const auto same = [&](const FuzzFailure& known) { return known.judgement.kind == judgement.kind; };
    if (std::any_of(found_.begin(), found_.end(), same)) return;
    auto found = FromText(text);
    if (!found) return;
    // A busy machine makes everything slow: a hang is one that lasts.
    const bool hangs = judgement.kind == "timeout";
    if (hangs && JudgeIsolated(*found, bench_, 3 * options_.timeout_s).kind != "timeout") return;
    found_.push_back({*found, *found, std::move(judgement), run});
  }

  std::optional<SearchCase> FromText(const std::string& text) const {
    const std::string file = corpus_.empty() ? "found" : corpus_.front().file;
    auto cases = ReadCases(fmt::format("{}:\n  - {}\n", space_.prototype.type, text), file);
    if (!cases.ok() || cases->empty()) return std::nullopt;
    auto instance = Instantiate(cases->front(), cases->front().dtypes[0], space_.prototype);
    if (!instance.ok()) return std::nullopt;
    return SearchCaseOf(cases->front(), *instance, space_.info->engine);
  }

  void ShrinkFailure(FuzzFailure& failure) {
    const auto start = Clock::now();
    const std::string kind = failure.judgement.kind;
    const bool hangs = kind == "timeout";
    const auto first_failing = [&](const std::vector<SearchCase>& candidates) -> std::optional<size_t> {
      return FirstOfKind(candidates, kind, start);
    };
    failure.smallest = Shrink(failure.original, first_failing, hangs ? 40 : options_.shrink_candidates);
    const Judgement again = JudgeIsolated(failure.smallest, bench_, options_.timeout_s);
    if (again.verdict == Verdict::kFailed) failure.judgement = again;
  }

  // Many candidates in one child. One that ends it otherwise than wanted is skipped, and the next child goes on.
  std::optional<size_t> FirstOfKind(const std::vector<SearchCase>& candidates, const std::string& kind,
                                    Clock::time_point start) {
    const Note note = NoteOf(0);
    const size_t most = kind == "timeout" ? 1 : 64;
    for (size_t first = 0; first < candidates.size();) {
      if (SecondsSince(start) > options_.shrink_seconds) return std::nullopt;
      const size_t end = std::min(candidates.size(), first + most);
      std::optional<size_t> failing;
      size_t next = end;
      const auto work = [&](size_t) -> std::string {
        for (size_t i = first; i < end; ++i) {
          note.begun() = i;
          const Judgement judgement = Judge(candidates[i], bench_);
          if (judgement.verdict == Verdict::kFailed && judgement.kind == kind) return std::to_string(i);
        }
        return "none";
      };
      const double timeout = options_.timeout_s + (kind == "timeout" ? 0 : 20);
      RunIsolated(1, work, {1, timeout, 0}, [&](size_t, ChildReport&& report) {
        if (report.end == ChildReport::End::kDone) {
          if (report.answer != "none") failing = std::stoul(report.answer);
        } else if (KindOfEnd(report) == kind) {
          failing = note.begun();
        } else {
          next = note.begun() + 1;
        }
        return true;
      });
      if (failing) return failing;
      first = next;
    }
    return std::nullopt;
  }

  const CaseSpace space_;
  std::vector<SearchCase> corpus_;
  const Bench& bench_;
  const FuzzOptions& options_;
  const size_t parallel_;
  SharedMemory memory_;
  std::vector<uint8_t> edges_;
  std::set<std::string> features_;
  std::vector<FuzzFailure> found_;
  FuzzReport report_;
  size_t next_batch_ = 0;
  const Clock::time_point start_ = Clock::now();
};

}  // namespace

Judgement JudgeIsolated(const SearchCase& found, const Bench& bench, double timeout_s) {
  Judgement judgement;
  const IsolationOptions options{1, timeout_s, 0};
  RunIsolated(
      1, [&](size_t) { return Dumped(ToJson(Judge(found, bench))); }, options,
      [&](size_t, ChildReport&& report) {
        const json answer = json::parse(report.answer, nullptr, false);
        const bool done = report.end == ChildReport::End::kDone && !answer.is_discarded();
        judgement =
            done ? JudgementFrom(answer) : Judgement{Verdict::kFailed, KindOfEnd(report), EndText(report, options), ""};
        return true;
      });
  return judgement;
}

Result<FuzzReport> Fuzz(const std::string& op, const std::string& engine, const std::vector<SearchCase>& seeds,
                        const Bench& bench, const FuzzOptions& options,
                        const std::function<void(const FuzzReport&)>& progress) {
  OPDK_TRY(CaseSpace space, SpaceOf(op, engine, *bench.packages));
  space.max_elements = options.max_elements;
  return Search(std::move(space), seeds, bench, options).Run(progress);
}

}  // namespace opdk::verify
