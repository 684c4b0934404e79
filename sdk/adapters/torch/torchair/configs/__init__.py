"""Options."""
from .compiler_config import CompilerConfig

__all__ = ["CompilerConfig"]
