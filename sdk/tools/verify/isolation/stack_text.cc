#include "sdk/tools/verify/isolation/stack_text.h"

#include <execinfo.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/core/demangle.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <regex>
#include <sstream>

namespace opdk::verify {
namespace {

struct Frame {
  std::string file;
  std::string symbol;  // mangled; "" when the file doesn't export it
  std::string offset;  // "+0x12", from the symbol or, without one, from the file's start
};

std::optional<Frame> ParseFrame(const std::string& line) {
  static const std::regex pattern(R"(^(/.+|\S+)\(([^+()]*)(\+0x[0-9a-f]+)?\)\s*\[0x[0-9a-f]+\]$)");
  std::smatch match;
  if (!std::regex_match(line, match, pattern)) return std::nullopt;
  return Frame{match[1], match[2], match[3]};
}

// Returns whether a library is an author's: neither the system's, nor opdk's, nor the program itself.
bool IsAuthors(const std::string& file) {
  const std::filesystem::path path(file);
  const std::string name = path.filename().string();
  if (name.find(".so") == std::string::npos || name.starts_with("libopdk") || name.starts_with("linux-vdso")) {
    return false;
  }
  for (const char* system : {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"}) {
    if (file.starts_with(system)) return false;
  }
  return true;
}

// "function at file:line" of an address in a file, or "". `called`: the address is where a call returns to, behind the
// line of the call.
std::string FromDebugInformation(const Frame& frame, bool called) {
  if (frame.offset.empty() || frame.file.find('\'') != std::string::npos) return "";
  const uint64_t address = std::strtoull(frame.offset.c_str() + 1, nullptr, 16);
  const std::string command =
      fmt::format("addr2line -Cfpse '{}' {:#x} 2>/dev/null", frame.file, called && address > 0 ? address - 1 : address);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  if (pipe == nullptr) return "";
  std::string text;
  std::array<char, 512> part;
  while (std::fgets(part.data(), static_cast<int>(part.size()), pipe.get()) != nullptr) text += part.data();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.ends_with(":?")) text.resize(text.rfind(" at "));
  return text == "??" ? "" : text;
}

std::string NameOf(const Frame& frame, bool called) {
  if (!frame.symbol.empty()) return boost::core::demangle(frame.symbol.c_str());
  const std::string found = FromDebugInformation(frame, called);
  return found.empty() ? frame.offset : found;
}

bool IsHandling(const std::string& name) {
  for (const char* part : {"NoteFault", "WriteStackAndDie", "__restore_rt", "__sigaction", "gsignal", "(raise"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

struct NamedFrame {
  std::string text;  // "mine::Compute(int) at mine.cc:12 (libmine.so)"
  bool authors = false;
};

// Lines of a stack, innermost first. The author's innermost frame leads, behind it stands what that called; opdk's frames
// below the author's are left out.
std::string StackLines(const std::vector<NamedFrame>& frames) {
  const auto is_authors = [](const NamedFrame& frame) { return frame.authors; };
  const auto first = std::find_if(frames.begin(), frames.end(), is_authors);
  std::string text;
  if (first == frames.end()) {
    for (const NamedFrame& frame : frames) text += fmt::format("  in {}\n", frame.text);
    return text;
  }
  const auto end = std::find_if(frames.rbegin(), frames.rend(), is_authors).base();
  text = fmt::format("  in {}\n", first->text);
  for (auto inner = first; inner != frames.begin();) text += fmt::format("  which called {}\n", (--inner)->text);
  for (auto outer = first + 1; outer != end; ++outer) text += fmt::format("  called by {}\n", outer->text);
  return text;
}

}  // namespace

std::string NamedStack(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  std::vector<NamedFrame> frames;
  bool in_tool = false;
  const auto finish = [&] {
    result += StackLines(frames);
    frames.clear();
    in_tool = false;
  };
  for (std::string line; std::getline(lines, line);) {
    const auto frame = ParseFrame(line);
    if (!frame) {
      finish();
      result += line + "\n";
      continue;
    }
    const std::string name = NameOf(*frame, !frames.empty());
    in_tool = in_tool || name.find("opdk::verify::RunIsolated") != std::string::npos;
    if (in_tool || IsHandling(name)) continue;
    frames.push_back(
        {fmt::format("{} ({})", name, std::filesystem::path(frame->file).filename().string()), IsAuthors(frame->file)});
  }
  finish();
  return result;
}

std::string StackText(const std::vector<void*>& stack, size_t frames) {
  if (stack.empty()) return "";
  const std::unique_ptr<char*, decltype(&std::free)> symbols(
      backtrace_symbols(stack.data(), static_cast<int>(stack.size())), &std::free);
  if (symbols == nullptr) return "";
  std::string text;
  size_t shown = 0;
  for (size_t i = 0; i < stack.size() && shown < frames; ++i) {
    const std::string line = NamedStack(symbols.get()[i]);
    if (line.empty()) continue;
    // What calls the kernel is the same for all of them.
    if (line.find("KernelRunner::") != std::string::npos) break;
    text += line;
    ++shown;
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace opdk::verify
