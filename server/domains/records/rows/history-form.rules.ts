/**
 * What an entry of row_history says, written as text and hashed: of everything but its row's id. Chains of earlier
 * entries are checked with it, so it never changes; for another one, see `FORM` in chain.rules.ts. Times are written in
 * µs since 1970, so no setting of the session matters.
 */
export const ROW_HISTORY_CONTENT = `sha256(convert_to(json_build_array(id, xid::text,
  trunc(extract(epoch FROM at) * 1000000)::text, actor, action, run_id, cells, version)::text, 'UTF8'))`
