#include "op_proto/matmul/einsum.h"

#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {
namespace {

constexpr const char* kEllipsis = "...";

struct EinsumEquation {
  std::vector<std::string> terms;  // letters, and '.' where the ellipsis is
  std::string result;
};

// Returns why a text isn't a term; "": it is.
std::string TermFault(const std::string& term) {
  size_t ellipses = 0;
  for (const char c : term) {
    if (c == '.') ++ellipses;
    if (c != '.' && std::isalpha(static_cast<unsigned char>(c)) == 0) return std::string("'") + c + "' is no letter";
  }
  return ellipses > 1 ? "a term has more than one \"...\"" : "";
}

// Parses an equation; returns why the text isn't one, or "".
std::string Parse(const std::string& text, EinsumEquation& equation) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') continue;
    if (text.compare(i, 3, kEllipsis) == 0) i += 2;
    plain += text[i];
  }
  const size_t arrow = plain.find("->");
  const std::string left = plain.substr(0, arrow);
  for (size_t begin = 0, comma = 0; comma != std::string::npos; begin = comma + 1) {
    comma = left.find(',', begin);
    equation.terms.push_back(left.substr(begin, comma == std::string::npos ? comma : comma - begin));
    if (std::string fault = TermFault(equation.terms.back()); !fault.empty()) return fault;
  }
  std::map<char, int> counts;
  for (const std::string& term : equation.terms) {
    for (const char c : term) ++counts[c];
  }
  if (arrow == std::string::npos) {
    if (counts.contains('.')) equation.result = ".";
    for (const auto& [letter, count] : counts) {
      if (letter != '.' && count == 1) equation.result += letter;
    }
    return "";
  }
  equation.result = plain.substr(arrow + 2);
  for (const char c : equation.result) {
    if (!counts.contains(c)) return std::string("'") + c + "' of the result is in no term";
    if (equation.result.find(c) != equation.result.rfind(c)) return std::string("'") + c + "' is twice in the result";
  }
  if (counts.contains('.') && equation.result.find('.') == std::string::npos) return "the result lacks \"...\"";
  return TermFault(equation.result);
}

// Extents of the letters and of the ellipsis.
struct EinsumExtents {
  std::map<char, int64_t> letters;
  opdk::Dims ellipsis;
};

// Returns the extent to which two extents of one letter broadcast; -2 when they don't.
int64_t Joined(int64_t a, int64_t b) {
  if (a == 1) return b;
  if (b == 1 || a == b) return a;
  if (a < 0 || b < 0) return a < 0 ? b : a;
  return -2;
}

std::string AddTerm(const std::string& term, const opdk::Dims& dims, EinsumExtents& extents) {
  const bool open = term.find('.') != std::string::npos;
  const size_t letters = term.size() - (open ? 1 : 0);
  if (open ? dims.size() < letters : dims.size() != letters) {
    return "x of shape " + opdk::ShapeText(dims) + " doesn't fit the term \"" + term + "\"";
  }
  size_t axis = 0;
  std::map<char, int64_t> own;
  for (const char c : term) {
    if (c == '.') {
      const auto begin = dims.begin() + static_cast<int64_t>(axis);
      axis += dims.size() - letters;
      const auto joined =
          opdk::BroadcastDims(extents.ellipsis, opdk::Dims(begin, dims.begin() + static_cast<int64_t>(axis)));
      if (!joined) return "the axes of \"...\" can't be broadcast";
      extents.ellipsis = *joined;
      continue;
    }
    const int64_t extent = dims[axis++];
    const auto twice = own.try_emplace(c, extent);
    if (!twice.second && twice.first->second != extent && twice.first->second >= 0 && extent >= 0) {
      return std::string("the axes '") + c + "' of one term have " + std::to_string(twice.first->second) + " and " +
             std::to_string(extent) + " elements";
    }
    int64_t& known = extents.letters.try_emplace(c, 1).first->second;
    const int64_t joined = Joined(known, extent);
    if (joined == -2) {
      return std::string("axis '") + c + "' has " + std::to_string(known) + " and " + std::to_string(extent) +
             " elements";
    }
    known = joined;
  }
  return "";
}

}  // namespace

IMPLEMT_INFERFUNC(Einsum, EinsumInfer) {
  EinsumEquation equation;
  if (const std::string fault = Parse(opdk::StringAttr(op, "equation"), equation); !fault.empty()) {
    return opdk::ReportInferError(op, "equation \"" + opdk::StringAttr(op, "equation") + "\": " + fault);
  }
  const size_t count = op.GetInputsSize();
  if (equation.terms.size() != count || op.get_attr_N() != static_cast<int64_t>(count)) {
    return opdk::ReportInferError(op, "there are " + std::to_string(count) + " x, the equation has " +
                                          std::to_string(equation.terms.size()) + " terms, N is " +
                                          std::to_string(op.get_attr_N()));
  }
  const DataType type = op.GetInputDesc("x0").GetDataType();
  EinsumExtents extents;
  bool unknown = false;
  for (size_t i = 0; i < count; ++i) {
    const opdk::Dims dims = opdk::InputDims(op, ("x" + std::to_string(i)).c_str());
    if (opdk::IsUnknownRank(dims)) {
      unknown = true;
      for (const char c : equation.terms[i]) {
        if (c != '.' && extents.letters.try_emplace(c, 1).first->second == 1) extents.letters[c] = UNKNOWN_DIM;
      }
      continue;
    }
    if (const std::string fault = AddTerm(equation.terms[i], dims, extents); !fault.empty()) {
      return opdk::ReportInferError(op, fault);
    }
  }
  if (unknown && equation.result.find('.') != std::string::npos) {
    return opdk::SetOutput(op, "y", opdk::kUnknownRank, type);
  }
  opdk::Dims y;
  for (const char c : equation.result) {
    if (c == '.') y.insert(y.end(), extents.ellipsis.begin(), extents.ellipsis.end());
    if (c != '.') y.push_back(extents.letters[c]);
  }
  return opdk::SetOutput(op, "y", y, type);
}

IMPLEMT_VERIFIER(Einsum, EinsumVerify) { return opdk::CheckSameDynamicType(op, "x"); }

INFER_FUNC_REG(Einsum, EinsumInfer);
VERIFY_FUNC_REG(Einsum, EinsumVerify);

}  // namespace ge
