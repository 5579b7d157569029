import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerSubject,
  type Mail,
  namedMails,
  ownIdOf,
  threadHeaders,
} from './email-threads.rules.ts'

const inbound = (externalId: string): Mail => ({ externalId, direction: 'inbound' })
const outbound = (externalId: string): Mail => ({ externalId, direction: 'outbound' })

describe('the headers of an answer', () => {
  test.each([
    ['an empty thread', [], undefined, null, []],
    ['only what we sent', [outbound('<1>'), outbound('<2>')], undefined, '<2>', ['<1>', '<2>']],
    [
      'what came in before our last',
      [inbound('<1>'), outbound('<2>')],
      undefined,
      '<1>',
      ['<2>', '<1>'],
    ],
    ['a message that is named', [inbound('<1>'), inbound('<2>')], '<1>', '<1>', ['<2>', '<1>']],
    ['one that is not of the thread', [inbound('<1>')], '<9>', '<9>', ['<1>', '<9>']],
  ] as const)('are made of %s', (_, mails, answered, inReplyTo, references) => {
    expect(threadHeaders(mails, answered)).toEqual({ inReplyTo, references })
  })

  test('name an email by the id that its sender gave it, also if another has that id', () => {
    const again = ownIdOf('<constant@scanner>', 'ab'.repeat(32))
    expect(again).toBe(`<constant@scanner.${'ab'.repeat(20)}.again.invalid>`)
    const thread = [inbound('<constant@scanner>'), outbound('<1>'), inbound(again)]
    const headers = { inReplyTo: '<constant@scanner>', references: ['<1>', '<constant@scanner>'] }
    expect(threadHeaders(thread)).toEqual(headers)
    expect(threadHeaders(thread, again)).toEqual(headers)
  })

  test('end the chain with the answered email, name none twice, and keep the first and at most 50', () => {
    const mail = fc.record({
      externalId: fc.integer({ min: 1, max: 120 }).map((n) => `<${n}@x>`),
      direction: fc.constantFrom('inbound' as const, 'outbound' as const),
    })
    const mails = fc.uniqueArray(mail, {
      selector: (one) => one.externalId,
      maxLength: 120,
      size: 'max',
    })
    fc.assert(
      fc.property(mails, fc.option(fc.nat(130), { nil: undefined }), (thread, nth) => {
        const answered = nth === undefined ? undefined : `<${nth}@x>`
        const { inReplyTo, references } = threadHeaders(thread, answered)
        const last = thread.findLast(({ direction }) => direction === 'inbound') ?? thread.at(-1)
        expect(inReplyTo).toBe(answered ?? last?.externalId ?? null)
        expect(references.length).toBeLessThanOrEqual(50)
        expect(new Set(references).size).toBe(references.length)
        if (inReplyTo === null) {
          expect(references).toEqual([])
          return
        }
        expect(references.at(-1)).toBe(inReplyTo)
        const chain = thread.map(({ externalId }) => externalId).filter((id) => id !== inReplyTo)
        if (chain.length > 0) expect(references[0]).toBe(chain[0])
        // In the order of the thread, with a gap only after the first.
        const kept = references.slice(0, -1)
        expect(kept).toEqual([
          ...kept.slice(0, 1),
          ...(kept.length > 1 ? chain.slice(1 - kept.length) : []),
        ])
        expect(kept.length).toBe(Math.min(chain.length, 49))
      }),
    )
  })
})

test.each([
  [undefined, undefined, []],
  [null, ['<1>', '<2>'], ['<2>', '<1>']],
  ['<2>', ['<1>', '<2>', '<3>'], ['<2>', '<3>', '<1>']],
  ['<1>', [], ['<1>']],
] as const)(
  'an email that answers %s after %j names %j, the most telling first',
  (to, refs, named) => {
    expect(namedMails(to, refs)).toEqual(named)
  },
)

test('the latest 100 of many references are looked up', () => {
  const many = Array.from({ length: 5000 }, (_, n) => `<${n}>`)
  expect(namedMails('<x>', many)).toEqual(['<x>', ...many.slice(-99).reverse()])
})

test.each([
  ['Your file', 'Re: Your file'],
  ['RE: Your file', 'RE: Your file'],
  ['Regarding', 'Re: Regarding'],
])('the answer to %s is under %s', (subject, answer) => {
  expect(answerSubject(subject)).toBe(answer)
  expect(answerSubject('x'.repeat(998))).toHaveLength(998)
})
