import type { Tx } from '../../../platform/database/tx.ts'
import { newId, newSecret, secretHash } from '../../../platform/ids.ts'
import type { FileHolder } from '../../records/files/file-holders.ts'
import { loosenFiles } from '../../records/files/files.ts'
import * as sql from './drafts.sql.ts'

/** A form can have this many at once; a program that saves more gets no link. */
const MOST_DRAFTS = 10_000

export interface DraftContent {
  fields: Record<string, readonly string[]>
  files: readonly { id: string; columnId: string }[]
}

/** The draft that a link leads to; undefined if it has expired or was sent. */
export const findDraft = (tx: Tx, formId: string, secret: string): Promise<sql.Draft | undefined> =>
  sql.findDraft(tx, formId, secretHash(secret))

/**
 * Saves a draft for 7 days, in place of the one that was opened, if any.
 *
 * @returns the secret of its link; undefined if the form has too many.
 */
export async function saveDraft(
  tx: Tx,
  formId: string,
  before: string,
  { fields, files }: DraftContent,
): Promise<string | undefined> {
  const known = before === '' ? undefined : await findDraft(tx, formId, before)
  if (!known && (await sql.countDrafts(tx, formId)) >= MOST_DRAFTS) return undefined
  const secret = known ? before : newSecret()
  const id = known?.id ?? newId()
  await sql.saveDraft(tx, { id, formId, secretHash: secretHash(secret), fields, files })
  const gone = await sql.setDraftFiles(tx, id, files)
  if (gone.length > 0) loosenFiles(tx, gone)
  return secret
}

/** Deletes a draft that was sent. Files that are in no row are purged. */
export async function endDraft(tx: Tx, formId: string, secret: string): Promise<void> {
  const draft = await findDraft(tx, formId, secret)
  if (!draft) return
  const files = await sql.deleteDraft(tx, draft.id)
  if (files.length > 0) loosenFiles(tx, files)
}

/** Deletes the drafts that nobody can open any more. */
export async function sweepDrafts(tx: Tx): Promise<void> {
  const files = await sql.sweepDrafts(tx)
  if (files.length > 0) loosenFiles(tx, files)
}

/** Nobody but whoever has its link reads the files of a draft. */
export const draftFiles: FileHolder = {
  listShared: async () => [],
  listHeld: sql.listDraftFiles,
}
