// Options of a request that name inputs: shapes that the model is read for (kInputShapeOption), and inputs that a
// caller gives (kGivenInputsOption).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/model_parser.h"
#include "opdk/status.h"

namespace opdk::importer {

// Reads the request's option with the shapes of inputs, by name of the input. E1001: the option's text has no such
// form.
Result<std::map<std::string, std::vector<int64_t>>> ReadInputShapes(const ParseRequest& request);

// Gives `desc`, of the input `name`, the shape that the request has for it. E1001: the desc has another number of axes.
Status SetInputShape(const ParseRequest& request, const std::string& name, ge::TensorDesc& desc);

// Checks that the request names none but the inputs `names`, where it gives shapes and where it says what the caller
// gives. E1001: a name isn't among them.
Status CheckInputShapes(const ParseRequest& request, const std::vector<std::string>& names);
Status CheckGivenInputs(const ParseRequest& request, const std::vector<std::string>& names);

}  // namespace opdk::importer
