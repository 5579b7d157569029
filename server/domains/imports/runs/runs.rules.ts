import { whyOf } from '../../../../contract/refusals/reasons.ts'
import type { NamedRow, RunRecord } from './runs.sql.ts'

/** The most row ids in an answer about a run. */
export const MOST_RESULTS = 1000

/** A run for the API. */
export function runOut(run: RunRecord, results: string[]) {
  return {
    id: run.id,
    actorUserId: run.actorUserId,
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    fileName: run.fileName,
    total: run.total,
    imported: run.imported,
    failed: run.failed,
    ...(run.leftEmpty > 0 && { leftEmpty: run.leftEmpty }),
    ...(run.kept > 0 && { kept: run.kept }),
    ...(run.file?.ignored?.length && {
      ignored: run.file.ignored.map(({ place, values }) => ({
        index: place,
        header: run.file!.header[place]!,
        values,
      })),
    }),
    ...(run.file?.odd && { oddCharacters: run.file.odd }),
    results,
    ...(run.resultCount > MOST_RESULTS && { resultsTruncated: true }),
    standing: run.standing,
    status: run.undoneAt && run.status !== 'cancelled' ? ('undone' as const) : run.status,
    ...(run.status === 'running' && { progress: progressOf(run) }),
    ...(run.cancelledAt && {
      cancelledAt: run.cancelledAt.toISOString(),
      cancelledBy: run.cancelledBy!,
    }),
    ...(run.error !== null && { error: run.error, ...whyOf(run.error, run.why) }),
    ...(run.undoneAt && {
      keptCount: run.keptCount!,
      undoneAt: run.undoneAt.toISOString(),
      undoneBy: run.undoneBy!,
      undoneCount: run.undoneCount!,
    }),
  }
}

/** How far a run is. The time left is estimated from the time that the rows so far took. */
export function progressOf({
  linesDone,
  total,
  startedAt,
  progressedAt,
}: Pick<RunRecord, 'linesDone' | 'total' | 'startedAt' | 'progressedAt'>) {
  const spentMs = startedAt ? progressedAt.getTime() - startedAt.getTime() : 0
  const leftMs = linesDone > 0 && spentMs > 0 ? (spentMs / linesDone) * (total - linesDone) : null
  return {
    done: linesDone,
    total,
    secondsLeft: leftMs === null ? null : Math.ceil(Math.max(0, leftMs) / 1000),
  }
}

export type RunOut = ReturnType<typeof runOut>

/** The status of a finished run. */
export function runStatus({
  imported,
  failed,
  error,
}: {
  imported: number
  failed: number
  error?: string | null
}): 'completed' | 'partial' | 'failed' {
  if (imported === 0) return 'failed'
  return failed > 0 || error ? 'partial' : 'completed'
}

/** Why a row that a recorded run names cannot get its stamp; undefined if it can. */
export function whyUnstamped(
  row: Omit<NamedRow, 'id' | 'position'>,
  recorder: string,
  keys: ReadonlySet<string>,
): 'other_run' | 'manual' | 'not_yours' | undefined {
  if (row.importRunId !== null) return 'other_run'
  if (row.source === 'manual') return 'manual'
  const isOwn = row.createdBy === recorder && row.source === 'import'
  return isOwn || keys.has(row.createdBy) ? undefined : 'not_yours'
}
