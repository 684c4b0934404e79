#include "sdk/tools/author/dev/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace opdk::author {

Terminal::Terminal() {
  interactive_ = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && tcgetattr(STDIN_FILENO, &before_) == 0;
  if (!interactive_) return;
  const char* no_color = std::getenv("NO_COLOR");
  coloured_ = no_color == nullptr || *no_color == '\0';
  termios keys = before_;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  tcsetattr(STDIN_FILENO, TCSANOW, &keys);
}

Terminal::~Terminal() {
  if (interactive_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

char Terminal::ReadKey() const {
  char key = 0;
  return read(STDIN_FILENO, &key, 1) == 1 ? key : 'q';
}

int Terminal::Rows() const {
  winsize size = {};
  return interactive_ && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

void Terminal::Draw(const std::string& text) const {
  // A terminal without a known size gets the whole text.
  const int rows = Rows() > 4 ? Rows() : 1 << 20;
  std::string shown;
  int lines = 0;
  int left_out = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    const size_t next = end == std::string::npos ? text.size() : end + 1;
    // The last line is the summary, and is always shown.
    if (++lines < rows - 2 || next == text.size()) {
      if (next == text.size() && left_out > 0) shown += fmt::format("… {} more lines\n", left_out);
      shown += text.substr(begin, next - begin);
    } else {
      ++left_out;
    }
    begin = next;
  }
  fmt::print("\033[H\033[2J\033[3J{}", shown);
  std::fflush(stdout);
}

std::string Terminal::Coloured(const std::string& text, const char* colour) const {
  return coloured_ ? fmt::format("\033[{}m{}\033[0m", colour, text) : text;
}

}  // namespace opdk::author
