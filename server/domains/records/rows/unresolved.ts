import type { Tx } from '../../../platform/database/tx.ts'
import { announceWork } from '../../../platform/jobs/due-work.ts'
import type { Definition, StoredRow } from '../definitions/definition.rules.ts'
import { besideSlot, namesOthers } from './unresolved.rules.ts'
import * as sql from './unresolved.sql.ts'

/** The background work that looks the names up again. */
export const UNRESOLVED = 'unresolved'

/** Keeps account of the cells that have names that lead nowhere yet, so that the worker finds them. */
export function saveUnresolved(tx: Tx, { columns }: Definition, rows: readonly StoredRow[]): void {
  const made: sql.UnresolvedCell[] = []
  const gone: sql.UnresolvedCell[] = []
  // Plain loops: they run for every row of a file.
  for (const column of columns) {
    if (!namesOthers(column)) continue
    const beside = besideSlot(column.slot)
    for (const { id, before, after } of rows) {
      if (after[beside] !== undefined) made.push({ columnId: column.id, rowId: id })
      else if (before[beside] !== undefined) gone.push({ columnId: column.id, rowId: id })
    }
  }
  if (gone.length > 0) sql.forgetUnresolved(tx, gone)
  if (made.length > 0) sql.noteUnresolved(tx, made)
}

/**
 * Has the worker look soon. A sender that reads nothing does so for names that lead somewhere too: then its requests take as many
 * statements, and so as long, whatever rows there are.
 */
export const announceUnresolved = (tx: Tx): void => announceWork(tx, UNRESOLVED)
