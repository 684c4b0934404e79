# For `source`: the environment that programs, CMake projects and scripts for CANN expect, with opdk in its place.
ASCEND_HOME_PATH=$(cd "$(dirname "${BASH_SOURCE[0]:-$0}")" && pwd)
export ASCEND_HOME_PATH
export ASCEND_TOOLKIT_HOME=$ASCEND_HOME_PATH
export ASCEND_OPP_PATH=$ASCEND_HOME_PATH/opp
export DDK_PATH=$ASCEND_HOME_PATH
export NPU_HOST_LIB=$ASCEND_HOME_PATH/lib64
export PATH=$ASCEND_HOME_PATH/bin:$PATH
export LD_LIBRARY_PATH=$ASCEND_HOME_PATH/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PYTHONPATH=$ASCEND_HOME_PATH/python/site-packages${PYTHONPATH:+:$PYTHONPATH}
# Operator packages that are put below opp/vendors are found, a folder each.
for opdk_vendor in "$ASCEND_OPP_PATH"/vendors/*/; do
  [ -d "$opdk_vendor" ] && export OPDK_PLUGIN_PATH="${opdk_vendor%/}${OPDK_PLUGIN_PATH:+:$OPDK_PLUGIN_PATH}"
done
unset opdk_vendor
