// A package's description that can be read without running it: the ELF note section `.note.opdk`. The host reads it
// from the file, so that no code of a package that was built for another ABI is ever executed.
// `opdk_add_operator_package()` generates the definition; an author never writes it.
#pragma once

#include <cstdint>

#include "opdk/package.h"

#define OPDK_NOTE_SECTION ".note.opdk"
#define OPDK_NOTE_OWNER "opdk"

// Lines "key=value". `readelf -p .note.opdk FILE` prints them.
#define OPDK_NOTE_TEXT(name, vendor, version)                                                                      \
  "abi=" OPDK_STRINGIFY(OPDK_ABI_VERSION) "\nsdk=" OPDK_SDK_VERSION "\ncompiler=" OPDK_COMPILER_ABI "\nname=" name \
                                          "\nvendor=" vendor "\nversion=" version "\n"

// Defines the note of a library whose text is `note_text` (a string literal). The layout is that of ELF notes: sizes of
// owner and text, a type, the owner padded to four bytes, the text padded to four bytes.
#define OPDK_DEFINE_NOTE(note_text)                                            \
  __attribute__((section(OPDK_NOTE_SECTION), used, aligned(4))) const struct { \
    uint32_t owner_size;                                                       \
    uint32_t text_size;                                                        \
    uint32_t type;                                                             \
    char owner[8];                                                             \
    char text[(sizeof(note_text) + 3) / 4 * 4];                                \
  } opdk_note = {sizeof(OPDK_NOTE_OWNER), sizeof(opdk_note.text), 1u, OPDK_NOTE_OWNER, note_text}
