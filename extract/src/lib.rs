//! Machines, cost and k-best extraction of Ovolo.
