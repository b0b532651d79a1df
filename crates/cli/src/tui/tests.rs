//! Tests of full-screen play.
