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
#include <string_view>
#include <utility>

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

struct NamedFrame {
  std::string text;  // "mine::Compute(int) at mine.cc:12"
  bool authors = false;
};

// Reads a line of addr2line: "function at /path/file.cc:12", with a remark on either side. Functions of the system's
// headers aren't the author's.
std::optional<NamedFrame> ParseDebugLine(std::string line, bool authors) {
  constexpr std::string_view kInlined = " (inlined by) ";
  if (line.starts_with(kInlined)) line.erase(0, kInlined.size());
  if (const size_t remark = line.find(" (discriminator"); remark != std::string::npos) line.resize(remark);
  const size_t at = line.rfind(" at ");
  if (at == std::string::npos || line.starts_with("??")) return std::nullopt;
  const std::string function = line.substr(0, at), place = line.substr(at + 4);
  if (place.ends_with(":?") || place.ends_with(":0")) return NamedFrame{function, authors};
  return NamedFrame{fmt::format("{} at {}", function, std::filesystem::path(place).filename().string()),
                    authors && !place.starts_with("/usr/")};
}

// Returns the functions at an address of a file, the innermost of inlined ones first; none if nothing is known.
// `called`: the address is a return address, behind the line of the call.
std::vector<NamedFrame> FromDebugInformation(const Frame& frame, bool called) {
  if (frame.offset.empty() || frame.file.find('\'') != std::string::npos) return {};
  const uint64_t address = std::strtoull(frame.offset.c_str() + 1, nullptr, 16);
  const std::string command =
      fmt::format("addr2line -Cfpie '{}' {:#x} 2>/dev/null", frame.file, called && address > 0 ? address - 1 : address);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  if (pipe == nullptr) return {};
  std::string text;
  std::array<char, 512> part;
  while (std::fgets(part.data(), static_cast<int>(part.size()), pipe.get()) != nullptr) text += part.data();
  std::vector<NamedFrame> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (auto named = ParseDebugLine(line, IsAuthors(frame.file))) found.push_back(std::move(*named));
  }
  return found;
}

std::vector<NamedFrame> NamesOf(const Frame& frame, bool called) {
  if (!frame.symbol.empty()) return {{boost::core::demangle(frame.symbol.c_str()), IsAuthors(frame.file)}};
  std::vector<NamedFrame> found = FromDebugInformation(frame, called);
  if (found.empty()) found.push_back({frame.offset, IsAuthors(frame.file)});
  return found;
}

bool IsHandling(const std::string& name) {
  for (const char* part : {"NoteFault", "WriteStackAndDie", "__restore_rt", "__sigaction", "gsignal", "(raise"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

// Returns the lines of a stack, innermost first. The author's innermost frame leads; the functions that it called
// follow. opdk's frames below the author's are left out.
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
    for (NamedFrame& named : NamesOf(*frame, !frames.empty())) {
      in_tool = in_tool || named.text.find("opdk::verify::RunIsolated") != std::string::npos;
      // The first unnamed frame is the signal handler, in a program without symbols.
      const bool unnamed = frames.empty() && !named.authors && named.text == frame->offset;
      if (in_tool || unnamed || IsHandling(named.text)) continue;
      named.text += fmt::format(" ({})", std::filesystem::path(frame->file).filename().string());
      frames.push_back(std::move(named));
    }
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
    // The frames from here on are equal in all kernel calls.
    if (line.find("KernelRunner::") != std::string::npos) break;
    text += line;
    ++shown;
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace opdk::verify
