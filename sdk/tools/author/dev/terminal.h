// The terminal of `opdk dev`: single keys, a screen that is drawn anew, its size.
#pragma once

#include <termios.h>

#include <string>

namespace opdk::cli {

// Keys are read one at a time, without echo, while this lives. Does nothing when stdin or stdout is no terminal.
class Terminal {
 public:
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  bool interactive() const { return interactive_; }
  // The key that was pressed, 0 for none; 'q' when nothing more can come.
  char ReadKey() const;
  // Lines of the screen; 0 when there is no terminal.
  int Rows() const;
  // Empties the screen and puts the text there, at most as many lines as fit.
  void Draw(const std::string& text) const;
  // In that colour where there are colours ("31" red, "32" green, "1" bold), else as it is.
  std::string Coloured(const std::string& text, const char* colour) const;

 private:
  bool interactive_ = false;
  bool coloured_ = false;
  termios before_ = {};
};

}  // namespace opdk::cli
