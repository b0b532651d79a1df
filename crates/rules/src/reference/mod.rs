//! The slow, obvious twin of the move generator.
