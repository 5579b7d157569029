-- Email goes out with names: the desk's, and the recipient's if it was sent with one.

ALTER TABLE channels ADD COLUMN from_name text;
ALTER TABLE messages ADD COLUMN to_name text;
