// Which single operators a program runs, as files for `atc --singleop`.
#pragma once

#include "graph_core/acl/ops.h"

namespace opdk::acl {

// Between aclopStartDumpArgs and aclopStopDumpArgs; costs one reading of a flag elsewhere.
void RecordOperator(const OpCall& call);
// Writes what was recorded, where it was asked for and not yet stopped.
void EndRecords();

}  // namespace opdk::acl
