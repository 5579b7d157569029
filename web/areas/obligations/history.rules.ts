import type { Item } from '../../api.ts'
import {
  documentTypeWords,
  partyWords,
  priorityWords,
  statusWords,
  typeWords,
} from './obligation-words.rules.ts'
import { readRule } from './recurrence.rules.ts'
import { wordsOf } from './recurrence-words.rules.ts'

export type HistoryEntry = Item<'obligations.listHistory'>
type NameOf = (crmUserId: number | null) => string
type MomentText = (at: string) => string

const deeds: Record<HistoryEntry['action'], string> = {
  created: 'added it',
  updated: 'changed it',
  started: 'started on it',
  submitted: 'submitted it',
  rejected: 'rejected what was submitted',
  completed: 'completed it',
  waived: 'waived it',
  cancelled: 'cancelled it',
  reopened: 'reopened it',
  escalated: 'escalated it',
}

const fieldWords: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  notes: 'Notes',
  obligationType: 'Type',
  priority: 'Priority',
  amountMinor: 'Amount in minor units',
  currency: 'Currency',
  dueAt: 'Due',
  assignedToUserId: 'Assigned to',
  escalatedToUserId: 'Escalated to',
  counterpartyId: 'Counterparty id',
  facilityId: 'Facility id',
  decisionId: 'Decision id',
  submissionId: 'Submission id',
  documentId: 'Document',
  parentObligationId: 'Part of',
  dealRowId: 'Deal',
  detail: 'Detail',
  isRecurring: 'Recurring',
  recurrenceRule: 'Comes again',
  requiredDocumentType: 'Required document',
  responsibleParty: 'Owed by',
  slaHours: 'Hours to meet it',
}

/** `Dana Whitfield completed it` */
export function deedText({ actor, action }: HistoryEntry, nameOf: NameOf): string {
  const [, person] = /^user:(\d+)$/.exec(actor) ?? []
  const who = person ? nameOf(Number(person)) : 'Sourcebook'
  return `${who} ${deeds[action]}`
}

/** `Due: Nov 24, 2026, 5:00 PM → none` of each field; the status is told by the deed. */
export const changeTexts = (
  { changes }: HistoryEntry,
  nameOf: NameOf,
  momentText: MomentText,
): string[] =>
  changes
    .filter(({ field }) => field !== 'status')
    .map(({ field, from, to }) => {
      const [before, after] = [from, to].map((value) => valueText(field, value, nameOf, momentText))
      return `${fieldWords[field] ?? field}: ${before} → ${after}`
    })

const MOST_CHARS = 120

function valueText(field: string, value: unknown, nameOf: NameOf, momentText: MomentText): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'number') {
    return field.endsWith('ToUserId')
      ? nameOf(value)
      : field === 'parentObligationId' || field === 'documentId'
        ? `#${value}`
        : String(value)
  }
  if (typeof value !== 'string') return cut(JSON.stringify(value))
  if (field === 'dueAt') return momentText(value)
  if (field === 'recurrenceRule') return ruleText(value)
  if (field === 'requiredDocumentType') return documentTypeWords(value)
  const words: Record<string, string> | undefined = {
    ...{ obligationType: typeWords, priority: priorityWords, responsibleParty: partyWords },
    status: statusWords,
  }[field]
  return words?.[value] ?? cut(value)
}

/** A rule in words, or as it is where there are none. */
export function ruleText(rule: string): string {
  const read = readRule(rule)
  return read ? wordsOf(read) : rule
}

const cut = (text: string): string =>
  text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
