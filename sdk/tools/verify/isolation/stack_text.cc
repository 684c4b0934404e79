#include "sdk/tools/verify/isolation/stack_text.h"

#include <execinfo.h>
#include <fmt/format.h>

#include <array>
#include <boost/core/demangle.hpp>
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

// "function at file:line" of an address in a file, or "".
std::string FromDebugInformation(const Frame& frame) {
  if (frame.offset.empty() || frame.file.find('\'') != std::string::npos) return "";
  const std::string command = fmt::format("addr2line -Cfpse '{}' {} 2>/dev/null", frame.file, frame.offset.substr(1));
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  if (pipe == nullptr) return "";
  std::string text;
  std::array<char, 512> part;
  while (std::fgets(part.data(), static_cast<int>(part.size()), pipe.get()) != nullptr) text += part.data();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const size_t unknown = text.find(" at ?");
  if (unknown != std::string::npos) text.resize(unknown);
  return text == "??" ? "" : text;
}

std::string NameOf(const Frame& frame) {
  if (!frame.symbol.empty()) return boost::core::demangle(frame.symbol.c_str());
  const std::string found = FromDebugInformation(frame);
  return found.empty() ? frame.offset : found;
}

bool IsHandling(const std::string& name) {
  for (const char* part : {"NoteFault", "WriteStackAndDie", "__restore_rt", "__sigaction", "gsignal", "(raise"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::string NamedStack(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  bool in_tool = false;
  for (std::string line; std::getline(lines, line);) {
    const auto frame = ParseFrame(line);
    if (!frame) {
      in_tool = false;
      result += line + "\n";
      continue;
    }
    const std::string name = NameOf(*frame);
    in_tool = in_tool || name.find("opdk::verify::RunIsolated") != std::string::npos;
    if (in_tool || IsHandling(name)) continue;
    result += fmt::format("  in {} ({})\n", name, std::filesystem::path(frame->file).filename().string());
  }
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
