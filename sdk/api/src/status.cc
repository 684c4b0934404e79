#include "opdk/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "opdk/safe_text.h"

namespace opdk {

namespace {

enum : int {
  kExitOk = 0,
  kExitCheckFailed = 1,
  kExitUsage = 2,
  kExitDefinition = 3,
  kExitNothingSelected = 4,
  kExitBuild = 5,
  kExitLoad = 6,
  kExitKernel = 7,
  kExitRegression = 8,
  kExitNothingVerified = 9,
  kExitInternal = 70,
};

// Changes (insert, delete, replace, swap of neighbours) that make b of a, ignoring case.
size_t EditDistance(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::vector<size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

int ExitCode(ErrorCode code) {
  if (code == ErrorCode::kNothingVerified) return kExitNothingVerified;
  switch (static_cast<int>(code) / 1000) {
    case 0:
      return kExitOk;
    case 1:
      return kExitUsage;
    case 2:
      return kExitDefinition;
    case 3:
      return kExitNothingSelected;
    case 4:
      return kExitBuild;
    case 5:
      return kExitLoad;
    case 6:
      return kExitKernel;
    case 7:
      return kExitCheckFailed;
    case 8:
      return kExitRegression;
    default:
      return kExitInternal;
  }
}

struct Status::Error {
  ErrorCode code;
  std::string message;
  std::vector<std::string> places = {};
  std::string hint = {};
};

Status::Status(ErrorCode code, std::string_view message) : error_(new Error{code, std::string(message)}) {}

Status::Status(const Status& other) : error_(other.error_ ? new Error(*other.error_) : nullptr) {}

Status& Status::operator=(const Status& other) {
  if (this != &other) error_.reset(other.error_ ? new Error(*other.error_) : nullptr);
  return *this;
}

void Status::Deleter::operator()(Error* error) const { delete error; }

ErrorCode Status::code() const { return error_ ? error_->code : ErrorCode::kOk; }

size_t Status::place_count() const { return error_ ? error_->places.size() : 0; }

std::string_view Status::Part(TextPart part, size_t index) const {
  if (!error_) return "";
  switch (part) {
    case TextPart::kMessage:
      return error_->message;
    case TextPart::kPlace:
      return error_->places.at(index);
    case TextPart::kHint:
      return error_->hint;
  }
  return "";
}

Status&& Status::At(std::string_view place) && {
  if (!error_) return std::move(*this);
  std::vector<std::string>& places = error_->places;
  const bool repeats = !places.empty() && place.starts_with(places.back()) &&
                       (place.size() == places.back().size() || place[places.back().size()] == ',');
  if (repeats) {
    places.back() = place;
  } else {
    places.emplace_back(place);
  }
  return std::move(*this);
}

Status&& Status::Hint(std::string_view next_step) && {
  if (error_) error_->hint = next_step;
  return std::move(*this);
}

ge::AscendString Status::Text() const {
  if (ok()) return "ok";
  std::string text = fmt::format("error {}: {}", opdk::ToString(code()), SafeLine(error_->message));
  for (const std::string& place : error_->places) text += fmt::format("\n  at: {}", SafeLine(place));
  if (!error_->hint.empty()) text += fmt::format("\n  help: {}", SafeLine(error_->hint));
  return Neutral(text);
}

namespace internal {

Status AsError(Status status) {
  if (!status.ok()) return status;
  return Status(ErrorCode::kInternal, "a function succeeded without the value it is for");
}

void CheckFailed(const char* file, int line, const char* condition, const char* message) {
  std::fprintf(stderr, "%s:%d: broken invariant: %s%s%s\n", file, line, condition, *message == '\0' ? "" : ": ",
               message);
  std::abort();
}

}  // namespace internal

std::string Nearest(std::string_view name, const std::vector<std::string>& known) {
  // A third of the letters may differ: more is another word.
  const size_t limit = std::max<size_t>(1, name.size() / 3);
  std::vector<std::pair<size_t, std::string_view>> near;
  for (const std::string& candidate : known) {
    const size_t lengths_apart =
        candidate.size() > name.size() ? candidate.size() - name.size() : name.size() - candidate.size();
    if (lengths_apart > limit) continue;
    if (const size_t distance = EditDistance(name, candidate); distance <= limit)
      near.emplace_back(distance, candidate);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  constexpr size_t kOffered = 3;
  std::string text;
  for (size_t i = 0; i < std::min(near.size(), kOffered); ++i) {
    if (i > 0) text += ", ";
    text += near[i].second;
  }
  return text;
}

}  // namespace opdk
