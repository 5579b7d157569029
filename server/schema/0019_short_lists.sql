-- What the app asks for on most pages: the conversations with something unread, and the open obligations, the next due
-- first. Both are few among many that are done with, and were looked for among those.

CREATE INDEX conversations_unread ON conversations
  (workspace_id, greatest(last_message_at, '-infinity'::timestamptz), id) WHERE unread_count > 0;
CREATE INDEX obligations_open_by_due ON obligations
  (workspace_id, least(due_at, 'infinity'::timestamptz), id) WHERE closed_at IS NULL;
