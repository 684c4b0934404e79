// Sources below op_tiling are not built by CANN's build.sh for AI CPU operators, nor here.
