// Records the single operators that a program runs, as files for `atc --singleop`.
#pragma once

#include "sdk/adapters/ascendcl/ops.h"

namespace opdk::acl {

// Records an operator between aclopStartDumpArgs and aclopStopDumpArgs. Elsewhere costs one reading of a flag.
void RecordOperator(const OpCall& call);
// Writes the records if recording was asked for and not yet stopped.
void EndRecords();

}  // namespace opdk::acl
