import { statfs } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { lookAtArchive } from '../platform/backup/archived.ts'
import {
  reachesOf,
  shownRange,
  uncopiedTimeline,
  wholeSecond,
} from '../platform/backup/recovery.rules.ts'
import { archiveCommand } from '../platform/embedded/wal-archive.rules.ts'
import { segmentsIn } from '../platform/embedded/wal-archive.ts'
import { findArchiver } from './doctor.sql.ts'
import type { Say } from './surroundings.ts'

const GIB = 1024 ** 3
const MINUTE_MS = 60_000
const MAKE_ONE = 'make one with "sourcebook backup --base"'

/** Whether the log of the embedded PostgreSQL is archived, and which moments can be restored. */
export async function checkArchiving(
  client: ClientBase,
  archive: string | null,
  say: Say,
): Promise<void> {
  if (archive === null) return
  const archiver = await findArchiver(client)
  if (archiver.mode !== 'on' || archiver.command !== archiveCommand(segmentsIn(archive))) {
    return say(
      false,
      `PostgreSQL was started without WAL_ARCHIVE=${archive}: stop everything that uses DATA_DIR, and start the service with it`,
    )
  }
  const { waiting, failedAt, failed, archivedAt } = archiver
  if (failedAt !== null && (archivedAt === null || failedAt > archivedAt)) {
    say(
      false,
      `the log cannot be archived in ${archive}: ${failed} failed at ${wholeSecond(failedAt, 'down')}, and ${waiting} segments wait in DATA_DIR, which are kept until it works. ${await reasonFor(archive)}`,
    )
  } else {
    const last = archivedAt === null ? 'nothing yet' : `the last of it ${ageOf(archivedAt)}`
    say(true, `the log is archived in ${archive}, ${last}`)
  }
  await checkReach(archive, say)
}

async function reasonFor(archive: string): Promise<string> {
  const disk = await statfs(archive).catch(() => null)
  const free = disk === null ? GIB : disk.bavail * disk.bsize
  return free < GIB / 16
    ? 'No room is left there: make room'
    : 'DATA_DIR/postgres.log says why; its user has to be able to write there'
}

async function checkReach(archive: string, say: Say): Promise<void> {
  const { copies, log, problems } = await lookAtArchive(archive)
  for (const problem of problems) say(false, problem)
  const apart = uncopiedTimeline(copies, log)
  if (apart !== undefined) {
    return say(
      false,
      `there is no base copy since the database was restored at ${wholeSecond(apart.since, 'down')}, so nothing since then can be restored: ${MAKE_ONE}`,
    )
  }
  const reaches = reachesOf(copies, log)
  const last = reaches.at(-1)
  if (last === undefined) {
    return say(
      false,
      `there is no base copy in ${archive}, so no moment can be restored: ${MAKE_ONE}`,
    )
  }
  if (last.gap !== null) {
    say(
      false,
      `the segment ${last.gap} is missing in ${archive}, so nothing after ${wholeSecond(last.to, 'down')} can be restored: ${MAKE_ONE}`,
    )
  }
  const [earliest, latest] = shownRange(reaches[0]!.copy.takenAt, last.to)
  say(
    true,
    `"restore --at" reaches from ${earliest} to ${latest}; the newest of ${copies.length} base copies was made ${ageOf(last.copy.takenAt)}`,
  )
}

function ageOf(time: Date): string {
  const minutes = Math.max(0, Math.floor((Date.now() - time.getTime()) / MINUTE_MS))
  if (minutes < 120) return `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`
}
