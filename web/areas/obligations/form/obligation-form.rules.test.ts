import { describe, expect, it } from 'vitest'
import { majorOf } from '../../../../shared/amounts.ts'
import { minorOf } from '../../../ui/money/money.tsx'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { localTime } from '../../../ui/values/days.rules.ts'
import {
  blankObligation,
  obligationChanges as changes,
  filledObligation as written,
} from './obligation-form.rules.ts'

const blank = blankObligation('USD', null)
const filledObligation = (one: Obligation, currency: string) => written(one, currency, majorOf)
const obligationChanges = (form: typeof blank, before: typeof blank) =>
  changes(form, before, minorOf)
const stored = {
  id: 7,
  title: 'Pay',
  obligationType: 'payment',
  status: 'open',
  priority: 'high',
  description: null,
  notes: 'n',
  amountMinor: 125_050,
  currency: 'USD',
  dueAt: '2026-11-24T17:00:12.345Z',
  slaHours: null,
  assignedToUserId: 3,
  dealRowId: null,
  parentObligationId: null,
  requiredDocumentType: null,
  recurrenceRule: null,
  counterpartyId: 12,
  facilityId: null,
  decisionId: null,
  submissionId: null,
  detail: {},
  responsibleParty: 'borrower',
} as unknown as Obligation

describe('what a form changes', () => {
  it('is what was written, in the service’s formats', () => {
    const form = {
      ...blank,
      title: ' Pay ',
      amountMinor: '1,250.5',
      assignedToUserId: '3',
      dueAt: '2026-11-24T17:00',
      detail: '{"a": 1}',
    }
    expect(obligationChanges(form, blank)).toEqual({
      body: {
        title: 'Pay',
        amountMinor: 125_050,
        currency: 'USD',
        assignedToUserId: 3,
        dueAt: new Date('2026-11-24T17:00').toISOString(),
        detail: { a: 1 },
      },
    })
  })

  it('is nothing if nothing was changed, even if a time has seconds', () => {
    const form = filledObligation(stored, 'EUR')
    expect(form.amountMinor).toBe('1250.50')
    expect(form.dueAt).toBe(localTime(stored.dueAt!))
    expect(obligationChanges({ ...form }, form)).toEqual({ body: {} })
  })

  it('clears amount and currency together, and changes them together', () => {
    const form = filledObligation(stored, 'EUR')
    expect(obligationChanges({ ...form, amountMinor: '' }, form)).toEqual({
      body: { amountMinor: null, currency: null },
    })
    expect(obligationChanges({ ...form, currency: 'EUR' }, form)).toEqual({
      body: { amountMinor: 125_050, currency: 'EUR' },
    })
    expect(
      obligationChanges({ ...blank, title: 'x', currency: 'EUR' }, { ...blank, title: 'x' }),
    ).toEqual({
      body: {},
    })
  })

  it('clears every optional field, but not the title', () => {
    const form = filledObligation(stored, 'USD')
    expect(obligationChanges({ ...form, notes: '', dueAt: '' }, form)).toEqual({
      body: { notes: null, dueAt: null },
    })
    expect(obligationChanges({ ...form, title: ' ' }, form)).toHaveProperty('problems.title')
  })

  it('is refused field by field', () => {
    const hours = { dueBy: 'hours' as const, slaHours: '-1' }
    const form = { ...blank, title: 'x', amountMinor: '1.234', detail: '[1]', ...hours }
    expect(Object.keys((obligationChanges(form, blank) as { problems: object }).problems)).toEqual([
      'amountMinor',
      'slaHours',
      'detail',
    ])
  })

  it('needs a first time for a repeating obligation', () => {
    const form = { ...blank, title: 'x', recurrenceRule: 'FREQ=DAILY' }
    expect(obligationChanges(form, blank)).toHaveProperty('problems.dueAt')
    expect(obligationChanges({ ...form, dueBy: 'hours' }, blank)).toHaveProperty(
      'problems.slaHours',
    )
  })

  it('has one deadline: a time or a number of hours, whichever is chosen last', () => {
    const dueAt = '2026-11-24T17:00'
    const both = { ...blank, title: 'x', dueAt, slaHours: '48' }
    expect(obligationChanges(both, blank)).toEqual({
      body: { title: 'x', dueAt: new Date(dueAt).toISOString() },
    })
    expect(obligationChanges({ ...both, dueBy: 'hours' }, blank)).toEqual({
      body: { title: 'x', slaHours: 48 },
    })
    const timed = filledObligation(stored, 'USD')
    expect(timed.dueBy).toBe('date')
    expect(obligationChanges({ ...timed, dueBy: 'hours', slaHours: '24' }, timed)).toEqual({
      body: { dueAt: null, slaHours: 24 },
    })
    const counted = filledObligation({ ...stored, dueAt: null, slaHours: 24 }, 'USD')
    expect(counted.dueBy).toBe('hours')
    expect(obligationChanges({ ...counted, dueBy: 'date', dueAt }, counted)).toEqual({
      body: { slaHours: null, dueAt: new Date(dueAt).toISOString() },
    })
  })

  it('keeps both deadlines of another program until one is chosen', () => {
    const both = filledObligation({ ...stored, slaHours: 24 }, 'USD')
    expect(obligationChanges({ ...both, notes: '' }, both)).toEqual({ body: { notes: null } })
    expect(obligationChanges({ ...both, dueBy: 'hours' }, both)).toEqual({ body: { dueAt: null } })
  })
})
