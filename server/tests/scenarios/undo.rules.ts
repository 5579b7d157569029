/** What a round of undo, redo and races left behind, and what was answered. */
export interface UndoRound {
  runId: string
  /** All ids that the run wrote. */
  results: string[]
  /** What the undo that succeeded answered. */
  answer: { removed: number; kept: string[] }
  /** The names of rows, from edits that were answered with success. */
  names: Map<string, string>
  rows: StoredRow[]
  history: { row_id: string; action: string; run_id: string | null; version: number }[]
  /** The claimed values of the unique column, each with the row that claims it. */
  claims: { row_id: string; hash: string }[]
  rowCount: number
  standing: number
}

export interface StoredRow {
  id: string
  name: string | null
  code: string | null
  hash: string | null
  deleted: boolean
  import_run_id: string | null
}

/** Everything that breaks the rule: removed ∪ kept ∪ already gone = results, and nothing else has changed. */
export function undoFaults(round: UndoRound): string[] {
  const { runId, results, answer, names, rows, history } = round
  const faults: string[] = []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const deleted = (id: string, run: string | null) =>
    history.some((h) => h.row_id === id && h.action === 'deleted' && h.run_id === run)
  const removed = new Set(
    history.filter((h) => h.action === 'deleted' && h.run_id === runId).map((h) => h.row_id),
  )
  if (removed.size !== answer.removed) {
    faults.push(`said to have removed ${answer.removed}, and removed ${removed.size}`)
  }
  const kept = new Set(answer.kept)
  for (const id of [...removed, ...kept]) {
    if (!results.includes(id)) faults.push(`${id} is none of the run's`)
  }
  for (const id of results) {
    const isStamped = byId.get(id)?.import_run_id === runId
    if (removed.has(id) && kept.has(id)) faults.push(`${id} was removed and kept`)
    if (removed.has(id) && !isStamped) faults.push(`${id} was removed without a stamp`)
    if (kept.has(id) && isStamped) faults.push(`${id} was kept in spite of its stamp`)
    if (!removed.has(id) && !kept.has(id) && !deleted(id, null)) {
      faults.push(`${id} is in no list, and nobody had deleted it`)
    }
  }
  for (const { id, name, deleted: isGone } of rows) {
    const moves = history
      .filter((h) => h.row_id === id && ['deleted', 'restored'].includes(h.action))
      .sort((a, b) => a.version - b.version)
    if (isGone !== (moves.at(-1)?.action === 'deleted'))
      faults.push(`${id} is not where its history says`)
    if (names.has(id) && names.get(id) !== name) {
      faults.push(`${id} is called ${name}, not ${names.get(id)}`)
    }
  }
  const standing = rows.filter((row) => !row.deleted)
  if (round.rowCount !== standing.length) {
    faults.push(`${round.rowCount} rows are counted, and ${standing.length} stand`)
  }
  const stamped = standing.filter((row) => row.import_run_id === runId).length
  if (round.standing !== stamped)
    faults.push(`the run counts ${round.standing}, and ${stamped} stand`)
  const wanted = standing.flatMap(({ id, hash }) => (hash === null ? [] : [`${id} ${hash}`]))
  const claimed = round.claims.map(({ row_id, hash }) => `${row_id} ${hash}`)
  if (`${wanted.sort()}` !== `${claimed.sort()}`)
    faults.push('unique values are not those of standing rows')
  return faults
}
