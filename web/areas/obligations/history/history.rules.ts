import { readRecurrence } from '../../../../shared/recurrence-rule.ts'
import { shortened } from '../../../../shared/wording.ts'
import type { Item } from '../../../service/api.ts'
import {
  documentTypeWords,
  partyWords,
  priorityWords,
  typeWords,
} from '../../../ui/obligations/obligation-words.rules.ts'
import { recurrenceWords } from '../recurrence/recurrence-words.rules.ts'

export type HistoryEntry = Item<'obligations.listHistory'>
type NameOf = (crmUserId: number | null) => string

const actionWords: Record<HistoryEntry['action'], string> = {
  created: 'Added',
  updated: 'Changed',
  started: 'Started',
  submitted: 'Submitted',
  rejected: 'Rejected',
  completed: 'Completed',
  waived: 'Waived',
  cancelled: 'Cancelled',
  reopened: 'Reopened',
  escalated: 'Escalated',
}

const fieldWords: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  notes: 'Notes',
  obligationType: 'Type',
  priority: 'Priority',
  amountMinor: 'Amount',
  dueAt: 'Due',
  assignedToUserId: 'Assigned to',
  escalatedToUserId: 'Escalated to',
  counterpartyId: 'Counterparty ID',
  facilityId: 'Facility ID',
  decisionId: 'Decision ID',
  submissionId: 'Submission ID',
  documentId: 'Document',
  parentObligationId: 'Part of',
  dealRowId: 'Deal',
  detail: 'Detail',
  isRecurring: 'Recurring',
  recurrenceRule: 'Repeats',
  requiredDocumentType: 'Required document',
  responsibleParty: 'Owed by',
  slaHours: 'Due within (hours)',
}

/** `Completed by Dana Whitfield` */
export const entryText = (
  { actor, action }: HistoryEntry,
  nameOf: (actor: string) => string | undefined,
): string => `${actionWords[action]} by ${nameOf(actor) ?? 'Sourcebook'}`

export interface Changed {
  field: string
  /** The field's name in words. */
  name: string
  from: unknown
  to: unknown
}

/**
 * What an action changed, without the status, which the action implies, and without the currency, which the amount
 * shows.
 */
export const changedBy = ({ changes }: HistoryEntry): Changed[] =>
  changes
    .filter(({ field }) => field !== 'status' && field !== 'currency')
    .map(({ field, from, to }) => ({ field, name: fieldWords[field] ?? field, from, to }))

type Currency = string | null

/** The currency before and after each entry, oldest first, derived from the current one. */
export function currenciesOf(
  entries: readonly HistoryEntry[],
  now: Currency,
): { from: Currency; to: Currency }[] {
  let after = now
  return entries
    .toReversed()
    .map(({ changes }) => {
      const to = after
      const change = changes.find(({ field }) => field === 'currency')
      if (change) after = change.from as Currency
      return { from: after, to }
    })
    .reverse()
}

const MOST_CHARS = 120

interface Context {
  nameOf: NameOf
  momentText: (at: string) => string
  /** Formats an amount in minor units. */
  money: (minor: number) => string
}

/** A value of a field in words. */
export function valueText(
  field: string,
  value: unknown,
  { nameOf, momentText, money }: Context,
): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'number') {
    if (field === 'amountMinor') return money(value)
    return field.endsWith('ToUserId') ? nameOf(value) : String(value)
  }
  if (typeof value !== 'string') return shortened(JSON.stringify(value), MOST_CHARS)
  if (field === 'dueAt') return momentText(value)
  if (field === 'recurrenceRule') return ruleText(value)
  if (field === 'requiredDocumentType') return documentTypeWords(value)
  const words: Record<string, string> | undefined = {
    obligationType: typeWords,
    priority: priorityWords,
    responsibleParty: partyWords,
  }[field]
  return words?.[value] ?? shortened(value, MOST_CHARS)
}

/** A rule in words, or as it is if it cannot be put into words. */
export function ruleText(rule: string): string {
  const read = readRecurrence(rule)
  return typeof read === 'string' ? rule : recurrenceWords(read)
}
