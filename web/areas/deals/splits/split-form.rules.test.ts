import { expect, test } from 'vitest'
import {
  blankParty,
  blankTerms,
  partyBody,
  partyForm,
  partyProblems,
  termsBody,
  termsForm,
  termsProblems,
} from './split-form.rules.ts'

const minorOf = (typed: string) => (/^\d+$/.test(typed) ? Number(typed) * 100 : null)

test('only the field for its kind names a party', () => {
  const filled = { accountId: 'an id', crmUserId: '7', externalParty: ' Bay Brokers ' }
  expect(partyBody({ ...filled, kind: 'account' })).toEqual({
    partyKind: 'account',
    accountId: 'an id',
  })
  expect(partyBody({ ...filled, kind: 'crm_user' })).toEqual({
    partyKind: 'crm_user',
    crmUserId: 7,
  })
  expect(partyBody({ ...filled, kind: 'external' })).toEqual({
    partyKind: 'external',
    externalParty: 'Bay Brokers',
  })
  expect(partyBody({ ...filled, kind: 'house' })).toEqual({ partyKind: 'house' })
})

test('a missing name is a problem, except for the house', () => {
  expect(partyProblems({ ...blankParty, kind: 'account' })).toHaveProperty('accountId')
  expect(partyProblems({ ...blankParty, kind: 'crm_user' })).toHaveProperty('crmUserId')
  expect(partyProblems({ ...blankParty, kind: 'external' })).toHaveProperty('externalParty')
  expect(partyProblems({ ...blankParty, kind: 'house' })).toEqual({})
})

test('only the field for its basis says how much', () => {
  const typed = { share: '12.5', flat: '350' }
  expect(termsBody({ ...typed, basis: 'net' }, minorOf)).toEqual({
    basis: 'net',
    sharePpm: 125_000,
  })
  expect(termsBody({ ...typed, basis: 'flat' }, minorOf)).toEqual({
    basis: 'flat',
    flatAmountMinor: 35_000,
  })
})

test('an empty or unreadable amount is a problem of its own field', () => {
  const flat = { ...blankTerms, basis: 'flat' as const }
  expect(termsProblems(blankTerms, minorOf)).toHaveProperty('share')
  expect(termsProblems({ ...flat, flat: '0' }, minorOf)).toHaveProperty('flat')
  expect(termsProblems({ ...blankTerms, share: '12.5' }, minorOf)).toEqual({})
  expect(termsProblems({ ...flat, flat: '350' }, minorOf)).toEqual({})
})

test('a form starts with the split’s own values', () => {
  const split = {
    partyKind: 'crm_user' as const,
    accountId: null,
    crmUserId: 7,
    externalParty: null,
    basis: 'flat' as const,
    sharePpm: null,
    flatAmountMinor: 35_000,
  }
  const terms = termsForm(split, (minor) => String(minor / 100))
  expect(partyBody(partyForm(split))).toEqual({ partyKind: 'crm_user', crmUserId: 7 })
  expect(termsBody(terms, minorOf)).toEqual({ basis: 'flat', flatAmountMinor: 35_000 })
})
