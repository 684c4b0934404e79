# Joins the objects of one directory of a package into one in which hidden names are local, as if it were a library of
# its own. Run as a script by opdk_add_operator_package(). The package's registration list stays common to all parts.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "|" ";" objects "${OBJECTS}")

# COMDAT groups are dissolved: their names are about to become local.
execute_process(COMMAND ${LINKER} -r --force-group-allocation -o ${OUTPUT} ${objects} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${READELF} --symbols --wide ${OUTPUT} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," symbols "${symbols}")
string(REPLACE "\n" ";" symbols "${symbols}")
set(local "")
foreach(symbol IN LISTS symbols)
  if(symbol MATCHES " (GLOBAL|WEAK|UNIQUE) +HIDDEN +[0-9]+ ([^ ]+)$")
    set(name ${CMAKE_MATCH_2})
    if(NOT name MATCHES "4opdk16RegistrationList")
      string(APPEND local "${name}\n")
    endif()
  endif()
endforeach()
file(WRITE ${OUTPUT}.local "${local}")
execute_process(COMMAND ${OBJCOPY} --localize-symbols=${OUTPUT}.local ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
