import { isForOutsiders, isLink } from '../../../../shared/column-types.ts'
import type { AskedField } from '../../../../shared/forms/asked-field.ts'
import { escapeHtml } from '../../../../shared/html-text.ts'
import type { Body, Item } from '../../../service/api.ts'
import { localTime } from '../../../ui/values/days.rules.ts'
import type { Definition } from '../board/developer.rules.ts'

export type BoardForm = Item<'definitions.listForms'>
export type Column = Definition['columns'][number]

/** A column that the form asks for. An empty label is the column's name. */
export interface Question {
  key: string
  label: string
  help: string
  required: boolean
}

/** A form as it is typed. */
export interface FormDraft {
  title: string
  name: string
  intro: string
  columns: Question[]
  /** What happens after it was sent. */
  after: 'thanks' | 'page'
  thanks: string
  redirectUrl: string
  /** A day and a time, in the reader's time zone; empty if it does not close. */
  closesAt: string
  limitPerDay: number | ''
  /** The people who are notified, by their number. */
  notify: string[]
  origins: string[]
  drafts: boolean
}

/** Whether a form can ask for the column. `locked` are the ids of those that nobody can write. */
export const isAskable = ({ id, type, readOnly }: Column, locked: ReadonlySet<string>): boolean =>
  !readOnly && isForOutsiders(type) && !locked.has(id)

/** What a desk keeps about a row, and would not ask whoever sends it. */
const desksOwn = /\b(stage|status|priority|source|owner|assigned|internal|notes?)\b/i

/** The columns that a new form asks for: those that people outside can answer, in the board's order. */
export function suggested(askable: readonly Column[]): Column[] {
  const answerable = askable.filter(
    ({ name, type, required }) => required || (!isLink(type) && !desksOwn.test(name)),
  )
  return answerable.length > 0 ? answerable : [...askable]
}

export const questionOf = ({ key, required }: Column): Question => ({
  key,
  label: '',
  help: '',
  required,
})

/** A form that is ready to be made: all that makes sense is asked for. */
export function newDraft(
  { name }: Pick<Definition, 'name'>,
  askable: readonly Column[],
  taken: readonly string[],
): FormDraft {
  return {
    title: name,
    name: freeName(name, taken),
    intro: '',
    columns: suggested(askable).map(questionOf),
    after: 'thanks',
    thanks: '',
    redirectUrl: '',
    closesAt: '',
    limitPerDay: '',
    notify: [],
    origins: [],
    drafts: false,
  }
}

/** A form's name, with a number if another form has it. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!taken.includes(free)) return free
  }
}

/** A form's fields as they are typed. */
export const draftForm = (form: BoardForm): FormDraft => ({
  title: form.title,
  name: form.name,
  intro: form.intro ?? '',
  columns: form.columns.map(({ key, label, help, required }) => ({
    key,
    label: label ?? '',
    help: help ?? '',
    required,
  })),
  after: form.redirectUrl === null ? 'thanks' : 'page',
  thanks: form.thanks ?? '',
  redirectUrl: form.redirectUrl ?? '',
  closesAt: form.closesAt === null ? '' : localTime(form.closesAt),
  limitPerDay: form.limitPerDay ?? '',
  notify: form.notify.map(String),
  origins: form.origins,
  drafts: form.drafts,
})

/** What the service makes a form of. */
export function formBody(draft: FormDraft): Body<'definitions.createForm'> {
  const thanks = draft.after === 'thanks' ? orNull(draft.thanks) : null
  const redirectUrl = draft.after === 'page' ? orNull(draft.redirectUrl) : null
  return {
    name: draft.name.trim(),
    title: draft.title.trim(),
    intro: orNull(draft.intro),
    columns: draft.columns.map(({ key, label, help, required }) => ({
      key,
      label: orNull(label),
      help: orNull(help),
      required,
    })),
    thanks,
    redirectUrl,
    closesAt: draft.closesAt === '' ? null : new Date(draft.closesAt).toISOString(),
    limitPerDay: draft.limitPerDay === '' ? null : draft.limitPerDay,
    notify: draft.notify.map(Number),
    origins: draft.origins,
    drafts: draft.drafts,
  }
}

const orNull = (text: string): string | null => text.trim() || null

/** What to save: only what was changed, so that it does not undo somebody else's changes. */
export function formChanges(draft: FormDraft, before: FormDraft): Body<'definitions.updateForm'> {
  const [now, then] = [formBody(draft), formBody(before)]
  const changed = Object.entries(now).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(then[field as keyof typeof then]),
  )
  return Object.fromEntries(changed)
}

/** The questions in a new order: one of them moved to another place. */
export function moveQuestion<T>(all: readonly T[], from: number, to: number): T[] {
  const next = [...all]
  const [one] = next.splice(from, 1)
  if (one !== undefined) next.splice(to, 0, one)
  return next
}

/** The questions as the form's page shows them. */
export function askedOf(questions: readonly Question[], columns: readonly Column[]): AskedField[] {
  return questions.flatMap(({ key, label, help, required }) => {
    const column = columns.find((one) => one.key === key)
    if (!column) return []
    return [
      {
        column,
        label: label.trim() || column.name,
        help: help.trim() || null,
        required: required || column.required,
      },
    ]
  })
}

/** What a site's developer pastes to show the form on a page. */
export const embedSnippet = ({ embedUrl, title }: Pick<BoardForm, 'embedUrl' | 'title'>): string =>
  `<iframe src="${embedUrl}" title="${escapeHtml(title)}" style="width:100%;height:900px;border:0"></iframe>`

/** Why a form is closed, for the desk. */
export const closedWords: Record<NonNullable<BoardForm['closedBecause']>, string> = {
  past_closing: 'It is switched off, or its closing time has passed.',
  limit_reached: 'Today’s limit is reached. It opens again tomorrow.',
  no_columns: 'None of its columns is left. Add some below.',
  lacks_required: 'It does not ask for a required column. Add it below.',
}
