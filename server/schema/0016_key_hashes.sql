-- A table of the directory refers to no table of workspaces: where the schema is distributed, those stand on other
-- machines. A key and its hash are made in one transaction and neither is ever deleted. A hash without its key would lead
-- nowhere: a key is looked up by both.

ALTER TABLE key_hashes DROP CONSTRAINT key_hashes_workspace_id_key_id_fkey;
