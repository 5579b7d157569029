-- Who sees the money of deals below manager. NULL is a workspace that is older than the setting and in which nobody has
-- chosen yet: there everybody sees all of it, as before.

ALTER TABLE workspaces ADD COLUMN money_visible_to text
  CHECK (money_visible_to IN ('everyone', 'own', 'managers'));
ALTER TABLE workspaces ALTER COLUMN money_visible_to SET DEFAULT 'own';
