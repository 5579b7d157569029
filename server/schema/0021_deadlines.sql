-- The deadline of an obligation: when it is due or when it becomes late, whichever is earlier. The app lists what is open
-- by it, so the index of open obligations by due time makes way for one by deadline.

CREATE INDEX obligations_by_deadline ON obligations
  (workspace_id, least(due_at, sla_breach_at, 'infinity'::timestamptz), id);
CREATE INDEX obligations_by_deadline_down ON obligations
  (workspace_id, greatest(least(due_at, sla_breach_at), '-infinity'::timestamptz), id);
CREATE INDEX obligations_open_by_deadline ON obligations
  (workspace_id, least(due_at, sla_breach_at, 'infinity'::timestamptz), id) WHERE closed_at IS NULL;
DROP INDEX obligations_open_by_due;
