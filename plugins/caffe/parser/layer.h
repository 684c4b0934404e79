// A layer of a network as the importer takes it.
#pragma once

#include <string>

#include "plugins/caffe/parser/net_text.h"
#include "plugins/importer/framework.h"

namespace opdk::caffe_plugin {

// Layers have no messages, domains or versions.
const importer::Framework& CaffeFramework();

// A layer's type by its name of today: "Convolution" for version 1's CONVOLUTION.
std::string TypeOf(const Field& layer);

// Whether a layer is there when a network is used, not trained.
bool IsForTest(const Field& layer);

// The fields of a layer's parameter blocks ("convolution_param { … }", without those of training) by their own names; what
// is there more than once is a list. Messages inside of blocks give their fields, too.
AttrMap AttributesOf(const Field& layer);

}  // namespace opdk::caffe_plugin
