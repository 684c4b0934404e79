"""TensorFlow 1's way to opdk: sessions whose configuration names NpuOptimizer."""
import opdk_tensorflow  # noqa: F401
