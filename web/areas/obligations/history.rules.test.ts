import { expect, it } from 'vitest'
import { momentText } from '../../ui/time.tsx'
import { changeTexts, deedText, type HistoryEntry } from './history.rules.ts'

const nameOf = (id: number | null) => (id === 3 ? 'Priya' : `person ${id}`)
const entry = (given: Partial<HistoryEntry>) =>
  ({ actor: 'user:3', action: 'updated', changes: [], ...given }) as HistoryEntry

it('says who did what', () => {
  expect(deedText(entry({ action: 'waived' }), nameOf)).toBe('Priya waived it')
  expect(deedText(entry({ actor: 'system', action: 'escalated' }), nameOf)).toBe(
    'Sourcebook escalated it',
  )
})

it('says fields and values in words', () => {
  const at = '2026-11-24T17:00:00.000Z'
  const changes = [
    { field: 'status', from: 'open', to: 'completed' },
    { field: 'dueAt', from: null, to: at },
    { field: 'assignedToUserId', from: 3, to: 9 },
    { field: 'priority', from: 'normal', to: 'urgent' },
    { field: 'recurrenceRule', from: 'FREQ=DAILY', to: null },
    { field: 'requiredDocumentType', from: null, to: 'bank_statement' },
    { field: 'detail', from: {}, to: { a: 1 } },
  ]
  expect(changeTexts(entry({ changes }), nameOf, momentText)).toEqual([
    `Due: none → ${momentText(at)}`,
    'Assigned to: Priya → person 9',
    'Priority: Normal → Urgent',
    'Comes again: every day → none',
    'Required document: none → Bank statement',
    'Detail: {} → {"a":1}',
  ])
})
