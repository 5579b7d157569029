-- A receipt says whether a board already has the same bytes.

CREATE INDEX files_by_hash ON files (workspace_id, sha256);
