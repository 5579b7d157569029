-- Events are ordered by the transaction that wrote them, and a server numbers its transactions for itself: one that a
-- backup was restored into begins far below the numbers that the backup brings along. So what counts is the server's
-- number and a base; a restore sets the base such that whatever happens next stands behind all that was ever told.

CREATE FUNCTION event_base() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 0;

-- Of the transaction that asks.
CREATE FUNCTION event_xid() RETURNS xid8 LANGUAGE sql VOLATILE
RETURN (pg_current_xact_id()::text::bigint + event_base())::text::xid8;

-- Of the oldest transaction that still runs: what stands below is all there, for good.
CREATE FUNCTION event_horizon() RETURNS xid8 LANGUAGE sql STABLE PARALLEL SAFE
RETURN (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + event_base())::text::xid8;

ALTER TABLE events ALTER COLUMN xid SET DEFAULT event_xid();
