//! All checks of the source code in one program.

mod import_circles;
mod layers;
mod map;
mod numbered_steps;
mod refused_words;
mod test_files;
mod type_names;
