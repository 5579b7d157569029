/**
 * Completes a statement that begins with `WITH next AS (SELECT … AS at)`: work of the kind $1 is due next at that time,
 * but not within $2 ms. Without a time, none is due. Work that is due now goes behind that of other workspaces.
 */
export const SET_NEXT_WORK = `, none AS (
    DELETE FROM due_work USING next
    WHERE kind = $1 AND workspace_id = current_workspace() AND next.at IS NULL)
  UPDATE due_work SET due_at = greatest(next.at, (SELECT clock_timestamp() + $2 * interval '1 millisecond')) FROM next
  WHERE kind = $1 AND workspace_id = current_workspace() AND next.at IS NOT NULL`
