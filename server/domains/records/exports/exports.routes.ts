import { boardExportOperations, pageExportOperations } from '../../../../contract/exports.ts'
import { SENT } from '../../../platform/call.ts'
import type { Database } from '../../../platform/db.ts'
import type { Http } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { openExport } from './exports.ts'

/** Exports that a process sends at once: each holds a block of rows in memory. */
const MOST_AT_ONCE = 8
/** A reader that takes nothing for so long is given up. */
const STALLED_MS = 60_000

export function bindExports({ bindOwn }: Http, db: Database): void {
  let open = 0
  for (const { exportRows } of [boardExportOperations, pageExportOperations]) {
    bindOwn(exportRows, async ({ actor, params, query, reply }) => {
      if (open >= MOST_AT_ONCE) {
        throw new Refusal('overloaded', 'Too many exports are under way.', { retryAfter: 5 })
      }
      open++
      try {
        const { type, disposition, body } = await openExport(db, actor, params, query)
        body.once('close', () => open--)
        reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
        reply.header('content-disposition', disposition).type(type).send(body)
      } catch (error) {
        open--
        throw error
      }
      return SENT
    })
  }
}
