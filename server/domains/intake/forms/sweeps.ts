import type { Tx } from '../../../platform/database/tx.ts'
import { sweepDrafts } from './drafts.ts'
import { sweepCounts } from './public-forms.sql.ts'

/** Deletes the workspace's drafts that have expired, and counts that nobody needs any more. */
export async function sweepForms(tx: Tx): Promise<void> {
  await sweepDrafts(tx)
  await sweepCounts(tx)
}
