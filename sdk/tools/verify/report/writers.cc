#include "sdk/tools/verify/report/writers.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "opdk/output_file.h"

namespace opdk::verify {
namespace {

struct Writer {
  const char* name;
  std::string (*write)(const RunReport&);
};
constexpr Writer kWriters[] = {{"json", JsonReport}, {"junit", JunitReport}, {"html", HtmlReport}};

Status CantWrite(const ReportTarget& target, const std::string& why) {
  return Status(ErrorCode::kWriteFailed, fmt::format("the {} report can't be written: {}", target.kind, why))
      .At(target.path)
      .Hint("name a file in a directory that you may write to");
}

}  // namespace

Result<ReportTarget> ParseReportTarget(const std::string& text) {
  const size_t equals = text.find('=');
  ReportTarget target{text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)};
  std::vector<std::string> known;
  for (const Writer& writer : kWriters) known.emplace_back(writer.name);
  const bool is_known = std::find(known.begin(), known.end(), target.kind) != known.end();
  if (is_known && !target.path.empty()) return target;
  const std::string near = Nearest(target.kind, known);
  const std::string why = is_known ? "it has no path"
                                   : fmt::format("there is no report '{}'{}", target.kind,
                                                 near.empty() ? "" : fmt::format("; did you mean {}?", near));
  return Status(ErrorCode::kUsage, fmt::format("--report {}: {}", text, why))
      .Hint("--report json=PATH, --report junit=PATH or --report html=PATH");
}

Status CheckWritable(const ReportTarget& target) {
  const std::filesystem::path path(target.path);
  const std::filesystem::path directory = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return CantWrite(target, error.message());
  if (std::filesystem::is_directory(path, error)) return CantWrite(target, "it is a directory");
  if (access(directory.c_str(), W_OK) != 0) return CantWrite(target, std::strerror(errno));
  return Status();
}

Status WriteReport(const RunReport& run, const ReportTarget& target) {
  OPDK_TRY(CheckWritable(target));
  const auto* kind =
      std::find_if(std::begin(kWriters), std::end(kWriters), [&](const Writer& w) { return w.name == target.kind; });
  OPDK_CHECK(kind != std::end(kWriters), target.kind);
  const Status written = WriteFile(target.path, kind->write(run));
  return written.ok() ? Status() : CantWrite(target, written.message());
}

}  // namespace opdk::verify
