import type { Medium } from '../../../../contract/comms/messages.ts'
import { atLeast } from '../../../../shared/roles.ts'
import type { Actor, UserActor } from '../../../platform/actor.ts'
import { violates } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound, Refusal, refusalWith, unknownReference } from '../../../platform/refusal.ts'
import { appendNamedEvent } from '../../events/events.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { findView } from '../../records/definitions/definition-views.ts'
import { refuse, refuseEmailOnly, refuseLines } from '../threads/message-body.rules.ts'
import { cleanHtml } from '../threads/sanitize.rules.ts'
import { braceFaults, maskedWords, refsIn, unknownIn, type Words } from './templates.rules.ts'
import * as sql from './templates.sql.ts'

/** The fields of a body. Null empties a field. */
export interface TemplateBody {
  name?: string
  subject?: string | null
  content?: string
  content_html?: string | null
}

/** @throws Refusal invalid_cursor. */
export async function listTemplates(
  tx: Tx,
  actor: UserActor,
  query: { limit?: number; cursor?: string; medium?: Medium },
) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const found = await sql.listTemplates(tx, {
    medium: query.medium ?? null,
    limit: limit + 1,
    after: query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null,
  })
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  const views = new Map<string, DefinitionView | undefined>()
  for (const { definitionId } of items) {
    if (!views.has(definitionId))
      views.set(definitionId, await findView(tx, actor, { id: definitionId }))
  }
  return {
    data: items.map((template) => templateOut(template, views.get(template.definitionId), actor)),
    nextCursor,
  }
}

/** @throws Refusal not_found. */
export async function getTemplate(tx: Tx, actor: UserActor, id: string) {
  const template = standing(await sql.findTemplate(tx, id))
  return templateOut(template, await findView(tx, actor, { id: template.definitionId }), actor)
}

/** @throws Refusal invalid_request, email_only, unknown_reference, unknown_column, name_taken. */
export async function createTemplate(
  tx: Tx,
  actor: UserActor,
  body: UnsavedWords & { name: string },
) {
  const { name, medium } = body
  const { words, view } = await checkedWords(tx, actor, body)
  const made = await named(
    name,
    sql.insertTemplate(tx, {
      id: newId(),
      name,
      medium,
      definitionId: view.definition.id,
      ...words,
    }),
  )
  appendNamedEvent(tx, actor, 'template.created', made)
  return templateOut(made, view, actor)
}

/** A message with merge fields, as the API takes it. */
export interface UnsavedWords {
  medium: Medium
  definition_key: string
  subject?: string
  content: string
  content_html?: string
}

/**
 * A message with merge fields in the form of a template that is kept nowhere. Its columns are checked like a template's.
 *
 * @throws Refusal invalid_request, email_only, unknown_reference, unknown_column.
 */
export async function unsavedTemplate(
  tx: Tx,
  actor: UserActor,
  body: UnsavedWords,
): Promise<sql.TemplateRow> {
  const { words, view } = await checkedWords(tx, actor, body)
  const { id: definitionId, key: definitionKey } = view.definition
  const now = new Date(0)
  return {
    id: newId(),
    name: '',
    medium: body.medium,
    definitionId,
    definitionKey,
    createdAt: now,
    updatedAt: now,
    ...words,
  }
}

/** @throws Refusal invalid_request, email_only, unknown_reference, unknown_column. */
async function checkedWords(tx: Tx, actor: UserActor, body: UnsavedWords) {
  refuseForm(body.medium, body)
  const words: Words = {
    subject: body.subject ?? null,
    content: body.content,
    contentHtml: cleaned(body.content_html),
  }
  refuse(braceFaults(words))
  const view = await findView(tx, actor, { key: body.definition_key })
  if (!view) throw unknownReference('definition_key')
  refuseUnknown(words, view)
  return { words, view }
}

/**
 * Changes a template for later messages. Only newly written parts must name columns that the caller sees.
 *
 * @throws Refusal not_found, invalid_request, email_only, unknown_column, name_taken.
 */
export async function updateTemplate(tx: Tx, actor: UserActor, id: string, body: TemplateBody) {
  refuseLines(body.subject ?? undefined)
  const written: Words = {
    subject: body.subject ?? null,
    content: body.content ?? '',
    contentHtml: cleaned(body.content_html),
  }
  refuse(braceFaults(written))
  const before = standing(await sql.lockTemplate(tx, id))
  refuseForm(before.medium, body)
  const view = await findView(tx, actor, { id: before.definitionId })
  refuseUnknown(written, view)
  const { name = before.name, subject = before.subject, content = before.content } = body
  const contentHtml = body.content_html === undefined ? before.contentHtml : written.contentHtml
  const changed = await named(
    name,
    sql.updateTemplate(tx, { id: before.id, name, subject, content, contentHtml }),
  )
  appendNamedEvent(tx, actor, 'template.updated', changed)
  return templateOut(changed, view, actor)
}

/** @throws Refusal not_found. */
export async function removeTemplate(tx: Tx, actor: Actor, id: string): Promise<void> {
  const name = await sql.deleteTemplate(tx, id)
  if (name === undefined) throw notFound()
  appendNamedEvent(tx, actor, 'template.deleted', { id: id.toLowerCase(), name })
}

function refuseForm(medium: Medium, { subject, content_html }: TemplateBody): void {
  refuseEmailOnly(medium, {
    ...(subject != null && { subject }),
    ...(content_html != null && { content_html }),
  })
  refuseLines(subject ?? undefined)
}

function refuseUnknown(words: Words, view: DefinitionView | undefined): void {
  const issues = unknownIn(words, view)
  if (issues.length > 0) throw refusalWith('unknown_column', issues)
}

/** The cleaned HTML; null if nothing is left. */
const cleaned = (html: string | null | undefined): string | null => {
  const kept = html == null ? '' : cleanHtml(html)
  return kept.trim() === '' ? null : kept
}

async function named<T>(name: string, writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!violates(error, 'templates_by_name')) throw error
    throw new Refusal('name_taken', 'template', { name })
  }
}

function standing(template: sql.TemplateRow | undefined): sql.TemplateRow {
  if (!template) throw notFound()
  return template
}

/** A template as the API returns it, without the names of columns that the caller cannot see or that are deleted. */
function templateOut(
  { definitionKey, definitionId: _, createdAt, updatedAt, ...template }: sql.TemplateRow,
  view: DefinitionView | undefined,
  { role }: UserActor,
) {
  const { id, name, medium, ...words } = template
  const shown = atLeast(role, 'admin')
    ? words
    : maskedWords(words, (ref) => view?.find(ref) !== undefined)
  return {
    id,
    name,
    medium,
    definition_key: definitionKey,
    subject: shown.subject,
    content: shown.content,
    content_html: shown.contentHtml,
    fields: [...new Set(refsIn(words).flatMap((ref) => view?.find(ref)?.key ?? []))],
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
