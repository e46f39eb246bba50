//! Kernels, peers, timing and records of Ovolo.
