// Goldens that Python computes: a NumPy function, or an ONNX model in a runtime of Python.
#pragma once

#include <string>

#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/golden/python_process.h"

namespace opdk::verify {

enum class PythonGolden : uint8_t {
  kFunction,   // file.py:function(**inputs, **attributes) -> array, or one per output
  kReference,  // such a function as an operator's reference; the bounds of its outputs come from rounding the inputs
  kMsopst,     // file.py:function with each input and output a dict, outputs and attributes by their names -> list
  kOnnx,       // model.onnx: inputs by name, else in order
};

// Runs PythonInterpreter(), or the server's interpreter if there is a server. Arrays go through .npy files in a
// directory of their own. `what` is the value of the golden's key, relative to the case's file. Results are rounded to
// the output's dtype. A function that raises Refused gives the golden's `refusal`, which is no error. E2011, located at
// `what`: no such file or function, an exception (with its traceback), results that don't fit the outputs, no ONNX
// runtime (the hint says what to install).
Result<Golden> RunPythonGolden(PythonGolden kind, const WrittenName& what, const OpCase& op_case,
                               const CaseInstance& instance, const PythonServer* server = nullptr);

}  // namespace opdk::verify
