# A tree as programs and CMake projects for CANN expect it: ASCEND_HOME_PATH=<prefix>/share/opdk/ascend (set_env.sh
# there sets it). Everything in it is a link to what is installed beside it.
set(opdk_ascend_home ${CMAKE_INSTALL_DATADIR}/opdk/ascend)
file(RELATIVE_PATH opdk_ascend_to_prefix /${opdk_ascend_home} /)

install(FILES ${PROJECT_SOURCE_DIR}/sdk/cmake/set_env.sh DESTINATION ${opdk_ascend_home})
install(DIRECTORY DESTINATION ${opdk_ascend_home}/bin)
install(DIRECTORY DESTINATION ${opdk_ascend_home}/lib64)
install(DIRECTORY DESTINATION ${opdk_ascend_home}/opp/vendors)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/tools/python/acl DESTINATION ${opdk_ascend_home}/python/site-packages
  FILES_MATCHING PATTERN "*.py")

# "link|what it leads to", from the tree's own folder. CANN's libraries by the names that programs link; what is in each
# is in one of ours.
set(opdk_ascend_links
  "include|${opdk_ascend_to_prefix}${CMAKE_INSTALL_INCLUDEDIR}/opdk"
  "bin/atc|../${opdk_ascend_to_prefix}${CMAKE_INSTALL_BINDIR}/atc"
  "bin/opdk|../${opdk_ascend_to_prefix}${CMAKE_INSTALL_BINDIR}/opdk")
foreach(folder IN ITEMS acllib compiler fwkacllib runtime)
  list(APPEND opdk_ascend_links "${folder}|.")
endforeach()
list(APPEND opdk_ascend_links "lib64/stub|.")
foreach(pair IN ITEMS ascendcl=ascendcl acl_op_compiler=ascendcl acl_cblas=ascendcl acl_tdt_channel=ascendcl acl_tdt_queue=ascendcl msprofiler=ascendcl hccl=ascendcl
    ge_runner=opdk_graph_core ge_compiler=opdk_graph_core fmk_parser=opdk_graph_core fmk_onnx_parser=opdk_graph_core
    graph=opdk_sdk graph_base=opdk_sdk register=opdk_sdk opdk_graph_core=opdk_graph_core opdk_sdk=opdk_sdk)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 library)
  list(APPEND opdk_ascend_links "lib64/lib${name}.so|../${opdk_ascend_to_prefix}${CMAKE_INSTALL_LIBDIR}/lib${library}.so")
endforeach()
foreach(link IN LISTS opdk_ascend_links)
  string(REPLACE "|" ";" link ${link})
  list(GET link 0 name)
  list(GET link 1 target)
  install(CODE "file(CREATE_LINK \"${target}\" \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${opdk_ascend_home}/${name}\" SYMBOLIC)")
endforeach()
