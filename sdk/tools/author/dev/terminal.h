// The terminal of `opdk dev`: single keys, a screen that is drawn anew, its size.
#pragma once

#include <termios.h>

#include <string>

namespace opdk::author {

// Reads keys one at a time, without echo, while it lives. Does nothing if stdin or stdout is no terminal.
class Terminal {
 public:
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  bool interactive() const { return interactive_; }
  // Returns the key that was pressed, 0 for none; 'q' at the end of input.
  char ReadKey() const;
  // Returns the lines of the screen; 0 if there is no terminal.
  int Rows() const;
  // Empties the screen and puts the text there, at most as many lines as fit.
  void Draw(const std::string& text) const;
  // Returns the text in that colour ("31" red, "32" green, "1" bold), or as it is if there are no colours.
  std::string Coloured(const std::string& text, const char* colour) const;

 private:
  bool interactive_ = false;
  bool coloured_ = false;
  termios before_ = {};
};

}  // namespace opdk::author
