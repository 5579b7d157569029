-- A row in the trash shares its own id with the row that has taken it. Of the rows with an own id, at most one is outside the
-- trash: they are written under the definition's lock.

ALTER TABLE page_records DROP CONSTRAINT page_records_pkey,
  ADD CONSTRAINT page_records_pkey PRIMARY KEY (workspace_id, definition_id, external_id, row_id);
