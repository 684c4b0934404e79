#!/bin/bash
# Builds the project with CANN's tools. Nothing here runs it.
set -e
vendor_name=customize
mkdir -p build_out && cd build_out && cmake .. && make && make package
