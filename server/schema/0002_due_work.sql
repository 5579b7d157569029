-- Which workspaces have background work waiting, so that a worker finds them without looking into each. What the work
-- is stands in the workspace's own tables; a row here too many costs one look, so it is no queue and holds no payload.

CREATE TABLE due_work (
  kind         text NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  due_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, workspace_id)
);
CREATE INDEX due_work_by_time ON due_work (kind, due_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON due_work TO sourcebook_app;
