import { randomBytes } from 'node:crypto'
import type { EventVerb } from '../../../../contract/events/events.ts'
import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { type Actor, actorRef, holdsRole } from '../../../platform/actor.ts'
import { violates } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { readSites } from '../../../platform/http/site.rules.ts'
import { newId } from '../../../platform/ids.ts'
import {
  type Issue,
  invalid,
  issueAt,
  notFound,
  Refusal,
  refusalWith,
} from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { type DefinitionView, viewOf } from '../../records/definitions/definition.rules.ts'
import { locate } from '../../records/definitions/locate.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import { askedNow, closedBecause, planColumns, redirectOf, type SentColumn } from './forms.rules.ts'
import * as sql from './forms.sql.ts'

export interface FormBody {
  name?: string
  title?: string
  intro?: string | null
  columns?: readonly SentColumn[]
  thanks?: string | null
  redirectUrl?: string | null
  origins?: readonly string[]
  closesAt?: string | null
  limitPerDay?: number | null
  notify?: readonly number[]
  drafts?: boolean
}

type FormAddress = DefinitionAddress & { formId: string }

/** More would be a client's mistake. */
const MOST_FORMS = 200

export async function listForms(
  tx: Tx,
  actor: Actor,
  publicUrl: string,
  address: DefinitionAddress,
  query: { limit?: number; cursor?: string },
) {
  const view = viewOf(await locate(tx, address), actor)
  const { id, locale } = view.definition
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const found = await sql.listForms(tx, id, locale.timeZone, after, limit + 1)
  const { items, nextCursor } = page(found, limit, (form) => [form.id])
  return { data: items.map((form) => formOut(view, form, publicUrl)), nextCursor }
}

/** Whether any board or page has a form. */
export const anyForm = (tx: Tx): Promise<boolean> => sql.hasForm(tx)

/** @throws Refusal not_found */
export async function getForm(tx: Tx, actor: Actor, publicUrl: string, address: FormAddress) {
  const view = viewOf(await locate(tx, address), actor)
  return formOut(view, await requireForm(tx, view, address.formId), publicUrl)
}

/** @throws Refusal name_taken, unknown_column, unknown_reference, invalid_request */
export async function createForm(
  tx: Tx,
  actor: Actor,
  publicUrl: string,
  address: DefinitionAddress,
  body: FormBody & { name: string; title: string; columns: readonly SentColumn[] },
) {
  const view = viewOf(await locate(tx, address), actor)
  const { id: definitionId, name } = view.definition
  if ((await sql.countForms(tx, definitionId)) >= MOST_FORMS) {
    throw invalid('body', why('form_too_many', { name, most: MOST_FORMS }))
  }
  const fields = await fieldsWith(tx, view, EMPTY, body)
  const id = newId()
  const publicId = randomBytes(12).toString('base64url')
  sql.insertFormLink(tx, publicId, id)
  await refusingTwins(fields.name, () =>
    sql.insertForm(tx, { ...fields, id, definitionId, publicId, createdBy: actorRef(actor) }),
  )
  appendFormEvent(tx, actor, 'created', id, fields.name)
  return formOut(view, await requireForm(tx, view, id), publicUrl)
}

/** @throws Refusal not_found, name_taken, unknown_column, unknown_reference, invalid_request */
export async function updateForm(
  tx: Tx,
  actor: Actor,
  publicUrl: string,
  address: FormAddress,
  body: FormBody,
) {
  const view = viewOf(await locate(tx, address), actor)
  const before = await requireForm(tx, view, address.formId)
  const fields = await fieldsWith(tx, view, before, body)
  await refusingTwins(fields.name, () => sql.updateForm(tx, before.id, fields))
  appendFormEvent(tx, actor, 'updated', before.id, fields.name)
  return formOut(view, await requireForm(tx, view, before.id), publicUrl)
}

async function requireForm(tx: Tx, { definition }: DefinitionView, id: string) {
  const form = await sql.findForm(tx, definition.id, id, definition.locale.timeZone)
  if (!form) throw notFound()
  return form
}

const EMPTY: sql.FormFields = {
  name: '',
  title: '',
  intro: null,
  columns: [],
  thanks: null,
  redirect_url: null,
  origins: [],
  closes_at: null,
  limit_per_day: null,
  notify: [],
  drafts: false,
}

/** The fields of a form with those of a body. @throws Refusal unknown_column, unknown_reference, invalid_request */
async function fieldsWith(
  tx: Tx,
  view: DefinitionView,
  before: sql.FormFields,
  body: FormBody,
): Promise<sql.FormFields> {
  const issues: Issue[] = []
  let { columns, origins, redirect_url: redirectUrl, thanks, notify } = before
  if (body.columns) {
    const planned = planColumns(view, body.columns)
    if (planned.unknown.length > 0) throw refusalWith('unknown_column', planned.unknown)
    issues.push(...planned.wrong)
    columns = planned.columns
  }
  if (body.origins) {
    const read = readSites(body.origins, 'body.origins')
    issues.push(...read.issues)
    origins = read.origins
  }
  if (body.redirectUrl !== undefined) {
    redirectUrl = body.redirectUrl === null ? null : (redirectOf(body.redirectUrl) ?? '')
    if (redirectUrl === '') issues.push(issueAt('body.redirectUrl', why('not_an_address', {})))
    // One replaces the other.
    if (redirectUrl !== null && body.thanks === undefined) thanks = null
  }
  if (body.thanks !== undefined) {
    thanks = body.thanks
    if (thanks !== null && body.redirectUrl === undefined) redirectUrl = null
  }
  if (body.thanks && body.redirectUrl) {
    issues.push(issueAt('body.redirectUrl', why('not_with', { field: 'body.thanks' })))
  }
  if (body.notify) {
    const people = new Set((await listPeople(tx)).map(({ crmUserId }) => crmUserId))
    const unknown = body.notify.flatMap((crmUserId, index) =>
      people.has(crmUserId) ? [] : [issueAt(`body.notify[${index}]`, why('no_active_seat', {}))],
    )
    if (unknown.length > 0) throw refusalWith('unknown_reference', unknown)
    notify = body.notify
  }
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
  return {
    name: body.name?.trim() ?? before.name,
    title: body.title?.trim() ?? before.title,
    intro: body.intro === undefined ? before.intro : body.intro,
    columns,
    thanks,
    redirect_url: redirectUrl,
    origins,
    closes_at: body.closesAt === undefined ? before.closes_at : body.closesAt,
    limit_per_day: body.limitPerDay === undefined ? before.limit_per_day : body.limitPerDay,
    notify,
    drafts: body.drafts ?? before.drafts,
  }
}

/** @throws Refusal name_taken */
async function refusingTwins(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!violates(error, 'forms_by_name')) throw error
    throw new Refusal('name_taken', 'form', { name })
  }
}

const appendFormEvent = (
  tx: Tx,
  actor: Actor,
  verb: EventVerb<'form'>,
  id: string,
  name: string,
): void =>
  appendEvent(tx, {
    type: `form.${verb}`,
    actor: actorRef(actor),
    subject: `form:${id}`,
    data: { name },
  })

/** A form as somebody sees it: without columns that they cannot see. */
function formOut(view: DefinitionView, form: sql.FormRecord, publicUrl: string) {
  const { definition, actor } = view
  const { asked, skipped } = askedNow(definition, form)
  const visible = new Set(view.columns.map(({ id }) => id))
  const stored = new Map(form.columns.map((column) => [column.id, column]))
  const closed = closedBecause(definition, form)
  const url = `${publicUrl}/f/${form.public_id}`
  return {
    id: form.id,
    publicId: form.public_id,
    name: form.name,
    title: form.title,
    intro: form.intro,
    columns: asked.flatMap(({ column: { id, key }, required }) => {
      const { label = null, help = null } = stored.get(id) ?? {}
      return visible.has(id) ? [{ key, label, help, required }] : []
    }),
    // Nobody can tell any more who could see a deleted column.
    skipped: skipped.flatMap(({ id, key, why }) =>
      visible.has(id) || (why === 'deleted' && holdsRole(actor, 'admin')) ? [{ key, why }] : [],
    ),
    thanks: form.thanks,
    redirectUrl: form.redirect_url,
    origins: [...form.origins],
    closesAt: form.closes_at?.toISOString() ?? null,
    limitPerDay: form.limit_per_day,
    notify: [...form.notify],
    drafts: form.drafts,
    url,
    embedUrl: form.origins.length > 0 ? `${url}/embed` : null,
    open: closed === null,
    closedBecause: closed,
    createdAt: form.created_at.toISOString(),
    createdBy: form.created_by,
    updatedAt: form.updated_at.toISOString(),
  }
}

/** @throws Refusal not_found */
export async function removeForm(tx: Tx, actor: Actor, address: FormAddress): Promise<void> {
  const view = viewOf(await locate(tx, address), actor)
  const form = await requireForm(tx, view, address.formId)
  sql.removeForm(tx, form.id)
  appendFormEvent(tx, actor, 'deleted', form.id, form.name)
}
