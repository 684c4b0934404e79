// TensorFlow as a framework of the importer.
#pragma once

#include "plugins/importer/framework.h"

namespace opdk::tensorflow_plugin {

// Returns the framework of GraphDefs. Nodes have NodeDefs as their messages; operators have neither domains nor
// versions.
const importer::Framework& TensorFlowFramework();

}  // namespace opdk::tensorflow_plugin
