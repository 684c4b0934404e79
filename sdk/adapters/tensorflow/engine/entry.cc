// The functions of the interface (abi.h): no error and no exception leaves them but as a text.
#include <exception>
#include <memory>
#include <utility>

#include "opdk/visibility.h"
#include "sdk/adapters/tensorflow/abi.h"
#include "sdk/adapters/tensorflow/engine/cluster.h"
#include "sdk/adapters/tensorflow/engine/pair_marks.h"
#include "sdk/adapters/tensorflow/engine/rewrite.h"
#include "sdk/adapters/tensorflow/engine/step_loop.h"
#include "sdk/adapters/tensorflow/engine/texts.h"

namespace opdk::tensorflow_adapter {
namespace {

template <typename Function>
int Guard(OpdkTfTake take_error, void* receiver, const Function& function) {
  Status status;
  try {
    status = function();
  } catch (const std::exception& error) {
    status = Status(ErrorCode::kInternal, error.what());
  }
  if (status.ok()) return 0;
  Give(take_error, receiver, status.ToString());
  return static_cast<int>(status.code());
}

std::set<std::string> SetOf(OpdkTfBytes list) {
  const std::vector<std::string> texts = TextsOf(list);
  return {texts.begin(), texts.end()};
}

int Rewrite(const OpdkTfRewrite* request) {
  return Guard(request->take_error, request->receiver, [request]() -> Status {
    RewriteRequest own{{}, SetOf(request->kept), SetOf(request->fed), TextsOf(request->options)};
    OPDK_TRY(const AdapterOptions options, ReadAdapterOptions(own.option_texts));
    if (!own.graph.ParseFromArray(request->graph.data, static_cast<int>(request->graph.size))) {
      return Status(ErrorCode::kModelInvalid, "TensorFlow's graph can't be read");
    }
    if (LoopsSteps(own.graph)) return {};
    if (!options.off_line && FindIterationOp(own.graph, options.iterations) == nullptr) return {};
    OPDK_TRY(const Packages packages, LoadedPackages());
    OPDK_TRY(const tensorflow::GraphDef graph, RewriteGraph(packages, std::move(own), options));
    std::string bytes;
    if (!graph.SerializeToString(&bytes)) {
      return Status(ErrorCode::kModelInvalid, "the graph with its clusters is larger than 2 GiB")
          .Hint("keep its weights in variables");
    }
    Give(request->take_graph, request->receiver, bytes);
    return {};
  });
}

int Mark(const OpdkTfMark* request) {
  return Guard(request->take_error, request->receiver, [request]() -> Status {
    OPDK_TRY(const AdapterOptions options, ReadAdapterOptions(TextsOf(request->options)));
    tensorflow::GraphDef graph;
    if (!graph.ParseFromArray(request->graph.data, static_cast<int>(request->graph.size))) {
      return Status(ErrorCode::kModelInvalid, "TensorFlow's graph can't be read");
    }
    if (!options.off_line) return {};
    OPDK_TRY(const auto marks, MarkPairs(graph, SetOf(request->calls), options.mixed));
    for (size_t i = 0; i < marks.size(); ++i) {
      request->take_pairs(request->receiver, i, marks[i].data(), marks[i].size());
    }
    return {};
  });
}

void* Open(const OpdkTfOpen* request) {
  std::unique_ptr<Cluster> cluster;
  Guard(request->take_error, request->receiver, [&]() -> Status {
    std::vector<size_t> weights(request->weights, request->weights + request->weight_count);
    OPDK_TRY(cluster, Cluster::Open(ViewOf(request->graph), TextsOf(request->outputs), std::move(weights),
                                    TextsOf(request->options)));
    return {};
  });
  return cluster.release();
}

void Close(void* cluster) { delete static_cast<Cluster*>(cluster); }

int Run(void* cluster, const OpdkTfRun* request) {
  return Guard(request->take_error, request->receiver, [&] { return static_cast<Cluster*>(cluster)->Run(*request); });
}

}  // namespace
}  // namespace opdk::tensorflow_adapter

extern "C" OPDK_API const OpdkTensorflow* opdk_tensorflow(void) {
  namespace adapter = opdk::tensorflow_adapter;
  static const OpdkTensorflow engine = {sizeof(OpdkTensorflow), OPDK_TENSORFLOW_ABI, adapter::Rewrite, adapter::Mark,
                                        adapter::Open,          adapter::Close,      adapter::Run};
  return &engine;
}
