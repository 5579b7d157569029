-- The icon and the color of a board or page. NULL until somebody chooses one; then the service derives it from the key.

ALTER TABLE definitions ADD COLUMN icon text, ADD COLUMN color text;
