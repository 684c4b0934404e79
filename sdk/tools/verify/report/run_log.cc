#include "sdk/tools/verify/report/run_log.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "opdk/output_file.h"

namespace opdk::verify {
namespace {

using nlohmann::json;

constexpr const char* kMark = "opdk_test_log";
constexpr FileKind kResultsFile{"the file of results", kMaxLibrary};

Status CantWrite(const std::string& path, const Status& why) {
  return Status(ErrorCode::kWriteFailed, fmt::format("the results can't be written: {}", why.message()))
      .At(path)
      .Hint("--resume names another file");
}

// Cuts the file behind its last complete line.
Status DropTornLine(const std::string& path) {
  OPDK_TRY(const std::string text, ReadFile(path, kResultsFile));
  const size_t end = text.rfind('\n') + 1;  // npos + 1 is 0
  if (end == text.size()) return Status();
  std::error_code error;
  std::filesystem::resize_file(path, end, error);
  return error ? Status(ErrorCode::kWriteFailed, error.message()).At(path) : Status();
}

}  // namespace

Result<RunLogContents> ReadRunLog(const std::string& path) {
  RunLogContents contents;
  if (std::error_code missing; !std::filesystem::exists(path, missing)) return contents;
  OPDK_TRY(std::string text, ReadFile(path, kResultsFile));
  std::istringstream file(std::move(text));
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const bool torn = file.eof();
    const json root = ParseJson(line);
    const bool head = number == 1;
    const bool good = root.is_object() && root.contains(head ? kMark : "result") && (!head || root[kMark].is_string());
    if (!good && torn) break;
    if (!good) {
      return Status(ErrorCode::kInputFormat, "this isn't a file of test results")
          .At(fmt::format("{}:{}", path, number))
          .Hint("name another file: one that an earlier --resume wrote, or a new one");
    }
    if (head) {
      contents.key = root[kMark];
      continue;
    }
    try {
      CaseReport report = CaseReportFrom(root);
      contents.reports[report.id] = std::move(report);
    } catch (const std::exception& error) {
      return Status(ErrorCode::kInputFormat, fmt::format("a test result that can't be read: {}", error.what()))
          .At(fmt::format("{}:{}", path, number))
          .Hint("another version of opdk wrote it? Name a new file");
    }
  }
  return contents;
}

Result<RunLog> RunLog::Open(const std::string& path, const std::string& key, bool keep) {
  RunLog log;
  log.path_ = path;
  std::error_code error;
  keep = keep && std::filesystem::exists(path, error);
  if (keep) {
    OPDK_TRY(DropTornLine(path));
  }
  const bool begin = !keep || std::filesystem::file_size(path, error) == 0;
  if (begin) {
    const Status begun = WriteFile(path, Dump({{kMark, key}}) + "\n");
    if (!begun.ok()) return CantWrite(path, begun);
  }
  auto file = OutputFile::Append(path);
  if (!file.ok()) return CantWrite(path, file.status());
  log.file_.emplace(*std::move(file));
  return log;
}

Status RunLog::Append(const CaseReport& report) {
  const std::string line = Dump(ToJson(report)) + "\n";
  const Status written = file_->Write(line);
  return written.ok() ? Status() : CantWrite(path_, written);
}

}  // namespace opdk::verify
