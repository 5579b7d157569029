-- What 0044 left to look at. Nobody waits for this.

ALTER TABLE conversations VALIDATE CONSTRAINT conversations_workspace_id_row_id_fkey;
ALTER TABLE deals VALIDATE CONSTRAINT deals_workspace_id_deal_row_id_fkey;
ALTER TABLE obligations VALIDATE CONSTRAINT obligations_workspace_id_deal_row_id_fkey;
