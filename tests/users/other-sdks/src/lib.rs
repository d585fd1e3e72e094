//! Only its tests have code.
