import { describe, expect, test } from 'vitest'
import { changedTerms, partyProblems, strayTerms, termsProblems } from './terms.rules.ts'

const fields = (problems: { field: string }[]) => problems.map(({ field }) => field)

describe('a party is named by exactly the field of its kind', () => {
  const all = { accountId: 'a', crmUserId: 1, externalParty: 'Ann' }
  test.each([
    ['account', 'accountId'],
    ['crm_user', 'crmUserId'],
    ['external', 'externalParty'],
  ] as const)('%s', (partyKind, field) => {
    expect(partyProblems({ partyKind, [field]: all[field] })).toEqual([])
    expect(fields(partyProblems({ partyKind }))).toEqual([field])
    const others = Object.keys(all).filter((name) => name !== field)
    expect(fields(partyProblems({ partyKind, ...all }))).toEqual(others)
  })
  test('house', () => {
    expect(partyProblems({ partyKind: 'house' })).toEqual([])
    expect(fields(partyProblems({ partyKind: 'house', ...all }))).toEqual(Object.keys(all))
  })
})

describe('terms have exactly the field of the basis', () => {
  test.each(['gross', 'funded', 'net'] as const)('%s', (basis) => {
    expect(termsProblems({ basis, sharePpm: 5 })).toEqual([])
    expect(fields(termsProblems({ basis }))).toEqual(['sharePpm'])
    expect(fields(termsProblems({ basis, sharePpm: 5, flatAmountMinor: 5 }))).toEqual([
      'flatAmountMinor',
    ])
    expect(fields(termsProblems({ basis, flatAmountMinor: 5 }))).toEqual([
      'sharePpm',
      'flatAmountMinor',
    ])
  })
  test('flat', () => {
    expect(termsProblems({ basis: 'flat', flatAmountMinor: 5 })).toEqual([])
    expect(fields(termsProblems({ basis: 'flat', sharePpm: 5 }))).toEqual([
      'flatAmountMinor',
      'sharePpm',
    ])
  })
})

describe('a change of terms', () => {
  const gross = { basis: 'gross', sharePpm: 250_000, flatAmountMinor: null } as const
  const flat = { basis: 'flat', sharePpm: null, flatAmountMinor: 700 } as const

  test('keeps what it does not name', () => {
    expect(changedTerms(gross, {})).toEqual(gross)
    expect(changedTerms(flat, { basis: 'flat' })).toEqual(flat)
    expect(changedTerms(gross, { sharePpm: 1 })).toEqual({ ...gross, sharePpm: 1 })
    expect(changedTerms(flat, { flatAmountMinor: 1 })).toEqual({ ...flat, flatAmountMinor: 1 })
  })

  test('needs the field of the new basis, if it changes the basis', () => {
    expect(changedTerms(gross, { basis: 'flat', flatAmountMinor: 9 })).toEqual({
      basis: 'flat',
      sharePpm: null,
      flatAmountMinor: 9,
    })
    expect(changedTerms(gross, { basis: 'net', sharePpm: 9 })).toEqual({
      basis: 'net',
      sharePpm: 9,
      flatAmountMinor: null,
    })
    for (const basis of ['net', 'funded'] as const) {
      expect(changedTerms(gross, { basis })).toMatchObject([{ field: 'sharePpm' }])
    }
    expect(changedTerms(gross, { basis: 'flat' })).toMatchObject([{ field: 'flatAmountMinor' }])
  })

  test('refuses a field of a basis that the split will not have', () => {
    expect(changedTerms(gross, { flatAmountMinor: 9 })).toMatchObject([
      { field: 'flatAmountMinor' },
    ])
    expect(changedTerms(flat, { sharePpm: 9 })).toMatchObject([{ field: 'sharePpm' }])
    expect(changedTerms(flat, { basis: 'net', flatAmountMinor: 9 })).toMatchObject([
      { field: 'flatAmountMinor' },
    ])
  })

  test('is refused without reading the split if it has both fields, or a basis with the other’s field', () => {
    expect(strayTerms({ sharePpm: 1, flatAmountMinor: 1 })).toMatchObject([
      { field: 'flatAmountMinor' },
    ])
    expect(strayTerms({ basis: 'flat', sharePpm: 1 })).toMatchObject([{ field: 'sharePpm' }])
    expect(strayTerms({ basis: 'net', flatAmountMinor: 1 })).toMatchObject([
      { field: 'flatAmountMinor' },
    ])
    for (const change of [{}, { basis: 'net' as const }, { sharePpm: 1 }, { flatAmountMinor: 1 }]) {
      expect(strayTerms(change)).toEqual([])
    }
  })
})
