//! Pictures of trainings and matchboxes, one file a picture.
