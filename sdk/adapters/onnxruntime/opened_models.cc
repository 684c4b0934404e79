#include "sdk/adapters/onnxruntime/opened_models.h"

#include <list>
#include <mutex>
#include <utility>

#include "opdk/parallel.h"

namespace opdk::ort {
namespace {

constexpr size_t kMost = 64;

struct Opened {
  std::string digest;
  int threads = 0;
  std::shared_ptr<const Session> session;
};

}  // namespace

Result<std::shared_ptr<const Session>> OpenedModel(const std::string& digest, std::string_view model) {
  static auto* const mutex = new std::mutex;
  static auto* const opened = new std::list<Opened>;  // the last that was used first
  const int threads = ThreadCount();
  const std::lock_guard lock(*mutex);
  for (auto each = opened->begin(); each != opened->end(); ++each) {
    if (each->threads != threads || each->digest != digest) continue;
    opened->splice(opened->begin(), *opened, each);
    return each->session;
  }
  OPDK_TRY(auto session, Session::Open(model, threads));
  opened->push_front({digest, threads, session});
  if (opened->size() > kMost) opened->pop_back();
  return session;
}

}  // namespace opdk::ort
