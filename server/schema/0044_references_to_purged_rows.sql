-- References to a row are cleared by whoever purges it, since a distributed table cannot have a foreign key that sets a column. All
-- references are good, because the constraints before said so; 0045 looks at them once more, while nobody waits.

-- In the order in which a purge takes them.
LOCK TABLE rows, deals, conversations, obligations IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE conversations DROP CONSTRAINT conversations_workspace_id_row_id_fkey,
  ADD CONSTRAINT conversations_workspace_id_row_id_fkey
    FOREIGN KEY (workspace_id, row_id) REFERENCES rows (workspace_id, id) NOT VALID;
ALTER TABLE deals DROP CONSTRAINT deals_workspace_id_deal_row_id_fkey,
  ADD CONSTRAINT deals_workspace_id_deal_row_id_fkey
    FOREIGN KEY (workspace_id, deal_row_id) REFERENCES rows (workspace_id, id) NOT VALID;
ALTER TABLE obligations DROP CONSTRAINT obligations_workspace_id_deal_row_id_fkey,
  ADD CONSTRAINT obligations_workspace_id_deal_row_id_fkey
    FOREIGN KEY (workspace_id, deal_row_id) REFERENCES rows (workspace_id, id) NOT VALID;
