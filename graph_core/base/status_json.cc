#include "graph_core/base/status_json.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace opdk {

nlohmann::json ToJson(const Status& status) {
  return {{"code", ToString(status.code())},
          {"message", status.message()},
          {"places", status.places()},
          {"hint", status.hint()}};
}

Status StatusFrom(const nlohmann::json& json) {
  const std::string code = json.at("code");
  Status status(static_cast<ErrorCode>(std::stoi(code.substr(1))), json.at("message").get<std::string>());
  for (const std::string place : json.at("places")) status = std::move(status).At(place);
  const std::string hint = json.at("hint");
  return hint.empty() ? status : std::move(status).Hint(hint);
}

}  // namespace opdk
