//! From the IR of Ovolo to LLVM: JIT, objects and shared libraries.
