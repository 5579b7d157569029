-- What could not be erased is tried again later, so that it does not hold up the rest: when, and why it waits.

ALTER TABLE workspaces ADD COLUMN erase_at timestamptz, ADD COLUMN erase_fault text;
ALTER TABLE accounts ADD COLUMN erase_at timestamptz, ADD COLUMN erase_fault text;
