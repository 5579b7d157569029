import type { Body } from '../../../service/api.ts'
import type {
  Obligation,
  ObligationType,
  Party,
  Priority,
} from '../../../ui/obligations/obligation-words.rules.ts'
import { localTime } from '../../../ui/values/days.rules.ts'

/** An obligation as a form holds it: texts, empty if not set. */
export interface ObligationForm {
  title: string
  description: string
  notes: string
  obligationType: ObligationType
  priority: Priority
  responsibleParty: Party
  amountMinor: string
  currency: string
  /** Whether it is due at a time, or within hours of when it was added. */
  dueBy: 'date' | 'hours'
  /** As a date field holds it, in the reader's time zone. */
  dueAt: string
  slaHours: string
  assignedToUserId: string
  dealRowId: string
  parentObligationId: string
  requiredDocumentType: string
  recurrenceRule: string
  counterpartyId: string
  facilityId: string
  decisionId: string
  submissionId: string
  /** As JSON. */
  detail: string
}

export type Field = keyof ObligationForm
export type Problems = Partial<Record<Field, string>>
type Change = Body<'obligations.update'>

export const ownReferences = [
  'counterpartyId',
  'facilityId',
  'decisionId',
  'submissionId',
] as const satisfies Field[]

export function blankObligation(currency: string, dealRowId: string | null): ObligationForm {
  return {
    title: '',
    description: '',
    notes: '',
    obligationType: 'stipulation',
    priority: 'normal',
    responsibleParty: 'borrower',
    amountMinor: '',
    currency,
    dueBy: 'date',
    dueAt: '',
    slaHours: '',
    assignedToUserId: '',
    dealRowId: dealRowId ?? '',
    parentObligationId: '',
    requiredDocumentType: '',
    recurrenceRule: '',
    counterpartyId: '',
    facilityId: '',
    decisionId: '',
    submissionId: '',
    detail: '',
  }
}

/** An obligation as a form holds it; `majorOf` writes an amount as one would type it. */
export function filledObligation(
  obligation: Obligation,
  currency: string,
  majorOf: (minor: number, currency: string) => string,
): ObligationForm {
  const { amountMinor, dueAt, slaHours, detail } = obligation
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  return {
    title: obligation.title,
    obligationType: obligation.obligationType,
    priority: obligation.priority,
    responsibleParty: obligation.responsibleParty,
    description: text(obligation.description),
    notes: text(obligation.notes),
    amountMinor: amountMinor === null ? '' : majorOf(amountMinor, obligation.currency!),
    currency: obligation.currency ?? currency,
    dueBy: dueAt === null && slaHours !== null ? 'hours' : 'date',
    dueAt: dueAt === null ? '' : localTime(dueAt),
    slaHours: text(slaHours),
    assignedToUserId: text(obligation.assignedToUserId),
    dealRowId: text(obligation.dealRowId),
    parentObligationId: text(obligation.parentObligationId),
    requiredDocumentType: text(obligation.requiredDocumentType),
    recurrenceRule: text(obligation.recurrenceRule),
    counterpartyId: text(obligation.counterpartyId),
    facilityId: text(obligation.facilityId),
    decisionId: text(obligation.decisionId),
    submissionId: text(obligation.submissionId),
    detail: Object.keys(detail).length === 0 ? '' : JSON.stringify(detail, null, 2),
  }
}

/** Reads an amount in a currency; `null` if it is not one. */
type MinorOf = (typed: string, currency: string) => number | null

/** The difference between two forms as the service takes it, or the problems with it by field. */
export function obligationChanges(
  filled: ObligationForm,
  before: ObligationForm,
  minorOf: MinorOf,
): { body: Change } | { problems: Problems } {
  const form = withOneDeadline(filled, before)
  const changed = (Object.keys(form) as Field[]).filter(
    (field) => field !== 'dueBy' && form[field] !== before[field],
  )
  const problems: Problems = {}
  const body: Record<string, unknown> = {}
  for (const field of changed) {
    const read = reading(field, form, minorOf)
    if ('problem' in read) problems[field] = read.problem
    else body[field] = read.value
  }
  if (Object.keys(problems).length > 0) return { problems }
  if ('amountMinor' in body || 'currency' in body) {
    // The two go together; a currency alone means nothing.
    if (form.amountMinor.trim() === '' && before.amountMinor === '') {
      delete body.currency
      delete body.amountMinor
    } else {
      const { value } = reading('amountMinor', form, minorOf) as { value: number | null }
      body.amountMinor = value
      body.currency = value === null ? null : form.currency
    }
  }
  if (form.recurrenceRule !== '' && form.dueAt === '') {
    return {
      problems:
        form.dueBy === 'date'
          ? { dueAt: 'Enter when it is first due.' }
          : { slaHours: 'It repeats, so it needs a due date.' },
    }
  }
  if (form.title.trim() === '') return { problems: { title: 'Enter a title.' } }
  return { body: body as Change }
}

/**
 * The form with one deadline, the chosen one. An obligation that has both, because another program set them, keeps
 * both until the choice is changed.
 */
function withOneDeadline(form: ObligationForm, before: ObligationForm): ObligationForm {
  const other = form.dueBy === 'date' ? 'slaHours' : 'dueAt'
  return { ...form, [other]: form.dueBy === before.dueBy ? before[other] : '' }
}

type Read = { value: unknown } | { problem: string }

function reading(field: Field, form: ObligationForm, minorOf: MinorOf): Read {
  const text = form[field].trim()
  switch (field) {
    case 'amountMinor':
      return amount(text, form.currency, minorOf)
    case 'dueAt': {
      if (text === '') return { value: null }
      const at = new Date(text)
      return Number.isNaN(at.getTime())
        ? { problem: 'Select a day and a time.' }
        : { value: at.toISOString() }
    }
    case 'detail':
      return detail(text)
    case 'slaHours':
    case 'assignedToUserId':
    case 'parentObligationId':
    case 'counterpartyId':
    case 'facilityId':
    case 'decisionId':
    case 'submissionId':
      return whole(text)
    default:
      return { value: text === '' ? null : text }
  }
}

function amount(text: string, currency: string, minorOf: MinorOf): Read {
  if (text === '') return { value: null }
  const minor = minorOf(text, currency)
  return minor === null || minor < 0
    ? { problem: 'Enter an amount, such as 1,250.50, without a sign.' }
    : { value: minor }
}

function whole(text: string): Read {
  if (text === '') return { value: null }
  return /^\d{1,15}$/.test(text)
    ? { value: Number(text) }
    : { problem: 'Enter a whole number, such as 48.' }
}

function detail(text: string): Read {
  if (text === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value }
  } catch {
    // Reported below.
  }
  return { problem: 'Enter a JSON object, such as {"policy": "A-17"}.' }
}
