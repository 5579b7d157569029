import type { Medium } from '../../../../contract/comms/messages.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { segmentsOf } from '../../../../shared/segments.ts'
import type { UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import {
  invalid,
  issueAt,
  notFound,
  Refusal,
  refusalWith,
  unknownReference,
} from '../../../platform/refusal.ts'
import { type RowInWords, rowsInWords } from '../../records/exports/row-words.ts'
import { findRowOf } from '../../records/rows/live-rows.ts'
import { mergedWords, missingIn, refsIn, type Words } from './templates.rules.ts'
import { findTemplate, type TemplateRow } from './templates.sql.ts'
import { type UnsavedWords, unsavedTemplate } from './templates.ts'

/**
 * Fills a template from a record, with the values that the sender can see. A column that the sender cannot see counts
 * as one that does not exist.
 *
 * @throws Refusal unknown_reference, invalid_request (a template of the other medium, or of other records; too long),
 * unknown_column, template_fields_missing.
 */
export async function renderTemplate(
  tx: Tx,
  actor: UserActor,
  wanted: { templateId: string; definitionKey: string; rowId: string; medium: Medium },
): Promise<Words> {
  const template = await findTemplate(tx, wanted.templateId)
  if (!template) throw unknownReference('template_id')
  if (template.medium !== wanted.medium) {
    const { medium } = template
    throw invalid(
      'body.template_id',
      why('template_of_other_medium', { medium, wanted: wanted.medium }),
    )
  }
  const { definitionId } = await findRowOf(tx, wanted.definitionKey, wanted.rowId)
  if (definitionId === undefined) throw unknownReference('definition_key')
  if (definitionId !== template.definitionId) {
    const definition = template.definitionKey
    throw invalid('body.definition_key', why('template_of_other_page', { definition }))
  }
  const { words, missing } = await fillTemplate(tx, actor, template, wanted.rowId, 'template_id')
  refuseMissing(missing)
  return words
}

/** @throws Refusal not_found, unknown_reference (row_id), unknown_column, invalid_request (too long). */
export async function previewTemplate(
  tx: Tx,
  actor: UserActor,
  id: string,
  { row_id: rowId }: { row_id: string },
) {
  const template = await findTemplate(tx, id)
  if (!template) throw notFound()
  return previewOf(tx, actor, template, rowId)
}

/** @throws Refusal invalid_request, email_only, unknown_reference, unknown_column. */
export async function previewWords(
  tx: Tx,
  actor: UserActor,
  { row_id: rowId, ...words }: UnsavedWords & { row_id: string },
) {
  return previewOf(tx, actor, await unsavedTemplate(tx, actor, words), rowId)
}

async function previewOf(tx: Tx, actor: UserActor, template: TemplateRow, rowId: string) {
  const { words, missing } = await fillTemplate(tx, actor, template, rowId, 'row_id')
  return {
    subject: words.subject,
    content: words.content,
    content_html: words.contentHtml,
    segment_count: template.medium === 'text' ? segmentsOf(words.content).count : null,
    missing,
  }
}

type Field = 'template_id' | 'row_id'

/** @throws Refusal unknown_reference (row_id), unknown_column, invalid_request (too long). */
async function fillTemplate(
  tx: Tx,
  actor: UserActor,
  template: TemplateRow,
  rowId: string,
  field: Field,
): Promise<{ words: Words; missing: string[] }> {
  const filled = (await fillTemplates(tx, actor, template, [rowId], field)).get(rowId.toLowerCase())
  if (!filled) throw unknownReference('row_id')
  const { words, missing } = filled
  if (!words) throw invalid(`body.${field}`, why('merged_too_long', {}))
  return { words, missing }
}

/** A template's words, undefined if they would be too long, and the columns that the row leaves empty. */
export interface Filled {
  words: Words | undefined
  missing: string[]
}

/**
 * A template filled from each of several rows, by their ids. Rows that do not exist outside the trash are left out.
 *
 * @param field the field of the body that a refusal names.
 * @throws Refusal unknown_column.
 */
export async function fillTemplates(
  tx: Tx,
  actor: UserActor,
  template: TemplateRow,
  rowIds: readonly string[],
  field: Field,
): Promise<ReadonlyMap<string, Filled>> {
  const refs = refsIn(template)
  const { definitionId } = template
  const rows = await rowsInWords(tx, actor, { definitionId, rowIds }, refs)
  return new Map(
    [...rows].map(([id, row]) => {
      refuseUnknown(refs, row, field)
      const lookUp = (ref: string) => row.get(ref)
      return [id, { words: mergedWords(template, lookUp), missing: missingIn(template, lookUp) }]
    }),
  )
}

/** Does not name the columns, because people who cannot see them do not get their names in the template either. */
function refuseUnknown(refs: readonly string[], row: RowInWords, field: Field): void {
  if (refs.every((ref) => row.has(ref))) return
  throw refusalWith('unknown_column', [issueAt(`body.${field}`, why('merge_field_unknown', {}))])
}

function refuseMissing(missing: readonly string[]): void {
  if (missing.length === 0) return
  const issues = missing.map((column) => {
    const empty = why('merge_field_empty', { column, fallback: `{{${column}|fallback}}` })
    return issueAt('body.template_id', empty)
  })
  throw new Refusal(
    'template_fields_missing',
    'columns',
    { columns: missing.join(', ') },
    { issues },
  )
}
