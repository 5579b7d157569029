-- No release that looks at `definitions.version` is at work any more. A cluster has no such function.
DROP FUNCTION IF EXISTS carry_version() CASCADE;
ALTER TABLE definitions DROP COLUMN version;
