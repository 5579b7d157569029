-- Beside the sentence that says why work failed: the same sentence, its reason and its values, `{"error", "reason", "values"}`. If the
-- sentences differ, a release before this one has stored another since.

ALTER TABLE import_runs ADD COLUMN why jsonb;
ALTER TABLE message_deliveries ADD COLUMN why jsonb;
