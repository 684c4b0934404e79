#include "sdk/tools/author/docs/page.h"

#include <fmt/format.h>

#include <algorithm>

namespace opdk::author {
namespace {

constexpr const char* kStyle =
    "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color:#222;"
    "background:#fff}"
    "h1,h2,h3{line-height:1.2}h2{margin-top:2rem;border-bottom:1px solid #ddd}"
    "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
    "th,td{border:1px solid #ddd;padding:.25rem .6rem;text-align:left;vertical-align:top}th{background:#f4f4f4}"
    "code,pre{font:14px/1.4 ui-monospace,monospace;background:#f4f4f4}code{padding:0 .2rem}"
    "pre{padding:.7rem;overflow-x:auto}pre code{padding:0}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}th,code,pre{background:#2a2a2a}"
    "th,td,h2{border-color:#444}a{color:#8ab4f8}}";

// A piece of running text.
struct Span {
  enum class Kind : unsigned char { kText, kCode, kLink } kind = Kind::kText;
  std::string text;
  std::string target;
};

std::vector<Span> Spans(const PageText& text) {
  std::vector<Span> spans;
  std::string plain;
  const auto flush = [&] {
    if (!plain.empty()) spans.push_back({Span::Kind::kText, std::move(plain), ""});
    plain.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      plain += text[++i];
      continue;
    }
    if (text[i] == '`') {
      if (const size_t end = text.find('`', i + 1); end != std::string::npos) {
        flush();
        spans.push_back({Span::Kind::kCode, text.substr(i + 1, end - i - 1), ""});
        i = end;
        continue;
      }
    }
    if (text[i] == '[') {
      const size_t middle = text.find("](", i);
      const size_t end = middle == std::string::npos ? middle : text.find(')', middle);
      if (end != std::string::npos) {
        flush();
        spans.push_back(
            {Span::Kind::kLink, text.substr(i + 1, middle - i - 1), text.substr(middle + 2, end - middle - 2)});
        i = end;
        continue;
      }
    }
    plain += text[i];
  }
  flush();
  return spans;
}

std::string EscapeHtml(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (byte >= 0x20 || c == '\n' || c == '\t') {
      escaped += c;  // other control characters have no place in a document
    }
  }
  return escaped;
}

std::string EscapeMarkdown(const std::string& text, bool in_table) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
      continue;
    }
    if (c == '*' || c == '_' || c == '`' || c == '[' || c == ']' || c == '\\' || (in_table && c == '|'))
      escaped += '\\';
    escaped += c == '\n' && in_table ? ' ' : c;
  }
  return escaped;
}

std::string MarkdownText(const PageText& text, bool in_table = false) {
  std::string out;
  for (const Span& span : Spans(text)) {
    if (span.kind == Span::Kind::kCode) {
      std::string code = span.text;
      // A bar ends a cell even within code.
      for (size_t bar = 0; in_table && (bar = code.find('|', bar)) != std::string::npos; bar += 2)
        code.insert(bar, "\\");
      out += "`" + code + "`";
    } else if (span.kind == Span::Kind::kLink) {
      out += fmt::format("[{}]({})", EscapeMarkdown(span.text, in_table), span.target);
    } else {
      out += EscapeMarkdown(span.text, in_table);
    }
  }
  return out;
}

std::string HtmlText(const PageText& text) {
  std::string out;
  for (const Span& span : Spans(text)) {
    if (span.kind == Span::Kind::kCode) {
      out += fmt::format("<code>{}</code>", EscapeHtml(span.text));
    } else if (span.kind == Span::Kind::kLink) {
      out += fmt::format("<a href=\"{}\">{}</a>", EscapeHtml(span.target), EscapeHtml(span.text));
    } else {
      out += EscapeHtml(span.text);
    }
  }
  return out;
}

std::string WithNewline(const std::string& text) { return text.empty() || text.back() == '\n' ? text : text + "\n"; }

struct MarkdownWriter {
  std::string operator()(const PageHeading& heading) const {
    return fmt::format("{} {}\n", std::string(static_cast<size_t>(heading.level), '#'), MarkdownText(heading.text));
  }
  std::string operator()(const PageParagraph& paragraph) const { return MarkdownText(paragraph.text) + "\n"; }
  std::string operator()(const PageTable& table) const {
    std::string out;
    for (size_t i = 0; i < table.rows.size(); ++i) {
      std::string rule = "|";
      out += "|";
      for (const PageText& cell : table.rows[i]) {
        out += fmt::format(" {} |", MarkdownText(cell, true));
        rule += "---|";
      }
      out += "\n";
      if (i == 0) out += rule + "\n";
    }
    return out;
  }
  std::string operator()(const PageCode& code) const {
    // A fence is longer than any run of backticks in the text.
    std::string fence = "```";
    while (code.text.find(fence) != std::string::npos) fence += '`';
    return fmt::format("{}{}\n{}{}\n", fence, code.language, WithNewline(code.text), fence);
  }
  std::string operator()(const PageList& list) const {
    std::string out;
    for (const PageText& item : list.items) out += fmt::format("- {}\n", MarkdownText(item));
    return out;
  }
};

struct HtmlWriter {
  std::string operator()(const PageHeading& heading) const {
    return fmt::format("<h{0}>{1}</h{0}>\n", heading.level, HtmlText(heading.text));
  }
  std::string operator()(const PageParagraph& paragraph) const {
    return fmt::format("<p>{}</p>\n", HtmlText(paragraph.text));
  }
  std::string operator()(const PageTable& table) const {
    std::string out = "<table>\n";
    for (size_t i = 0; i < table.rows.size(); ++i) {
      const char* tag = i == 0 ? "th" : "td";
      out += "<tr>";
      for (const PageText& cell : table.rows[i]) out += fmt::format("<{0}>{1}</{0}>", tag, HtmlText(cell));
      out += "</tr>\n";
    }
    return out + "</table>\n";
  }
  std::string operator()(const PageCode& code) const {
    return fmt::format("<pre><code>{}</code></pre>\n", EscapeHtml(WithNewline(code.text)));
  }
  std::string operator()(const PageList& list) const {
    std::string out = "<ul>\n";
    for (const PageText& item : list.items) out += fmt::format("<li>{}</li>\n", HtmlText(item));
    return out + "</ul>\n";
  }
};

}  // namespace

PageText Plain(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c == '\\' || c == '`' || c == '[') plain += '\\';
    plain += c;
  }
  return plain;
}

PageText Code(const std::string& text) {
  // Code can't hold a backtick, but running text can.
  return text.find('`') == std::string::npos ? "`" + text + "`" : Plain(text);
}

std::string ToMarkdown(const Page& page) {
  std::string out = fmt::format("# {}\n", EscapeMarkdown(page.title, false));
  for (const PageBlock& block : page.blocks) out += "\n" + std::visit(MarkdownWriter(), block);
  return out;
}

std::string ToHtml(const Page& page) {
  const std::string title = EscapeHtml(page.title);
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\"/>\n<title>{}</title>\n<style>{}</style>\n"
      "</head>\n<body>\n<h1>{}</h1>\n",
      title, kStyle, title);
  for (const PageBlock& block : page.blocks) out += std::visit(HtmlWriter(), block);
  return out + "</body>\n</html>\n";
}

}  // namespace opdk::author
