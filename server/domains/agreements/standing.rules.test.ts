import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimumFundingOf, stillHolds, toSign } from './standing.rules.ts'
import type { LatestSignature } from './standings.sql.ts'

const onVersion = (nth: number): LatestSignature => ({
  version: `${nth}`,
  effectiveAt: new Date(nth).toISOString(),
  accountId: 'a',
  signerName: 'A',
  signerTitle: 'B',
  signedAt: '2026-01-01T00:00:00Z',
  documentHash: 'c',
  fundingMinor: null,
  fundingPeriod: null,
  forWorkspace: false,
})

test('a signature holds if no version after it, up to the current one, asks for new ones', () => {
  // Versions in the order in which they take effect; the last is current. Each: was it signed, does it ask for more.
  const versions = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(versions, (history) => {
      const asking = history.flatMap(([, asks], nth) => (asks ? [nth] : []))
      const signed = history.flatMap(([is], nth) => (is ? [nth] : []))
      const holds = signed.some((nth) => !asking.some((later) => later > nth))
      const [newest, since] = [signed.at(-1), asking.at(-1)]
      const found = stillHolds(
        newest === undefined ? null : onVersion(newest),
        since === undefined ? null : new Date(since),
      )
      expect(found !== null).toBe(holds)
    }),
  )
})

test('an override goes before the version’s minimum, one of nothing too', () => {
  const row = { fundingMinor: 5, fundingPeriod: 'year', overrideMinor: 0, overridePeriod: 'month' }
  expect(minimumFundingOf(row as never)).toEqual({
    source: 'override',
    amountMinor: 0,
    period: 'month',
  })
  const none = { ...row, overrideMinor: null, overridePeriod: null }
  expect(minimumFundingOf(none as never)).toEqual({
    source: 'version',
    amountMinor: 5,
    period: 'year',
  })
})

test.each([
  // Signed by: the caller, somebody for the workspace. Whether it waits for: a member, an admin.
  [false, false, true, true],
  [false, true, true, true],
  [true, false, false, true],
  [true, true, false, false],
])('signed by the caller: %s, for the workspace: %s', (mine, binding, waits, waitsForAdmin) => {
  const row = {
    kind: 'terms_of_service',
    title: 'Terms',
    version: '2',
    effectiveAt: new Date(2),
    resignSince: new Date(2),
    mine: onVersion(mine ? 2 : 1),
    binding: onVersion(binding ? 2 : 1),
  } as const
  const expected = {
    signed: mine,
    signedByWorkspace: binding,
    effectiveAt: '1970-01-01T00:00:00.002Z',
  }
  expect(toSign(row, { mayBind: false })).toEqual(
    waits ? expect.objectContaining(expected) : undefined,
  )
  expect(toSign(row, { mayBind: true })).toEqual(
    waitsForAdmin ? expect.objectContaining(expected) : undefined,
  )
})
