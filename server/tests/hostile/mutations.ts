import fc from 'fast-check'
import { type Draft, rawJson, replaceAt } from './draft.ts'

/** One way to spoil a request. */
export type Mutation = (draft: Draft) => void

const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const nested = (depth: number, inside: string, open = '[', close = ']') =>
  rawJson(open.repeat(depth) + inside + close.repeat(depth))

const oddities = fc.oneof(
  fc.constantFrom(
    ...['1e400', '-1e400', '1e308', '9007199254740993', '-0', '1e-400', '0.1e1'].map(rawJson),
    ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '{"\\u0000":1}'].map(rawJson),
    ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}', '{"a":1,"a":2}'].map(rawJson),
    ...['[[]]', '"\\/\\b\\f"', '{"":""}', '{"toString":1,"hasOwnProperty":1}'].map(rawJson),
    nested(33, '1'),
    nested(5000, '1'),
    nested(40, '1', '{"a":', '}'),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constantFrom('x'.repeat(20_000), '\u202e\ufeff', '%00', "'; DROP TABLE rows; --", '${7*7}'),
  fc.double(),
  fc.jsonValue({ maxDepth: 4 }),
)

const replaced = fc.tuple(at, oddities).map(
  ([fraction, odd]): Mutation =>
    (draft) => {
      draft.body = replaceAt(draft.body ?? {}, fraction, odd)
    },
)

const added = fc
  .tuple(fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('cells', 'rows', 'id')), oddities)
  .map(
    ([name, odd]): Mutation =>
      (draft) => {
        draft.body = { ...(draft.body as object), [name]: odd }
      },
  )

/** Existing columns; and long names that cannot be cut at a byte without splitting a character. */
const columns = fc.oneof(
  { weight: 9, arbitrary: fc.nat(20).map((nth) => `column_${nth}`) },
  { weight: 1, arbitrary: fc.nat(3).map((n) => 'x'.repeat(n) + '😀'.repeat(300)) },
)

/** Odd values in cells of every column, for the converters. */
const cells = fc.array(fc.tuple(columns, oddities), { minLength: 1, maxLength: 8 }).map(
  (pairs): Mutation =>
    (draft) => {
      const body = draft.body as { cells?: object } | undefined
      if (!body?.cells) return
      draft.body = { ...body, cells: Object.fromEntries(pairs) }
    },
)

const spoiledBytes = fc
  .tuple(at, fc.constantFrom([], [0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0], [0xef, 0xbb, 0xbf]))
  .map(
    ([fraction, bytes]): Mutation =>
      (draft) => {
        draft.bytes = (json) => {
          const cut = Math.floor(fraction * json.length)
          // Without bytes to put in, the rest is cut off.
          const rest = bytes.length > 0 ? json.subarray(cut) : Buffer.of()
          return Buffer.concat([json.subarray(0, cut), Buffer.from(bytes), rest])
        }
      },
  )

const searches = fc
  .oneof(
    fc.constantFrom(
      '?',
      '?%',
      '?%00=1',
      '?limit=%00',
      '?limit=1&limit=2',
      '?limit=1e9',
      '?limit=',
      '?=1',
      '?dryRun=%00',
      '?dryRun=yes',
      '?dryRun=true',
      '?__proto__=1',
      '?constructor[a]=1',
      '?cursor=%00',
      '?cursor=%F0%28%8C%28',
      `?q=${'a'.repeat(6000)}`,
      '?dryRun=true&dryRun',
    ),
    fc.webQueryParameters().map((query) => `?${query}`),
  )
  .map(
    (search): Mutation =>
      (draft) => {
        draft.search = search
      },
  )

const paths = fc
  .tuple(
    at,
    fc.oneof(
      fc.constantFrom(
        '%00',
        '%',
        '%zz',
        '%ff',
        '%ed%a0%80',
        '%2e%2e%2f',
        '%20',
        '*',
        ':id',
        '{id}',
        '__proto__',
        'constructor',
        'a'.repeat(600),
        'a'.repeat(6000),
        '%E2%82%AC',
        '%0a',
        "'--",
        '0',
        '-1',
        '1e3',
        '99999999999999999999',
        '00000000-0000-0000-0000-000000000000',
      ),
      fc.webSegment({ size: 'small' }).filter((segment) => segment !== ''),
    ),
  )
  .map(
    ([fraction, segment]): Mutation =>
      ({ params }) => {
        const names = Object.keys(params)
        const name = names[Math.floor(fraction * names.length)]
        if (name !== undefined) params[name] = segment
      },
  )

const header = (name: string, values: string[]) =>
  fc.constantFrom(...values).map(
    (value): Mutation =>
      ({ headers }) => {
        headers[name] = value
      },
  )
const credential = (write: (token: string) => string) => (): Mutation => (draft) => {
  draft.headers.authorization = write(draft.headers.authorization ?? 'Bearer x')
}
const headers = fc.oneof(
  header('idempotency-key', [
    '',
    ' ',
    'k'.repeat(255),
    'k'.repeat(256),
    'k'.repeat(9000),
    'é',
    '"k"',
  ]),
  header('content-type', [
    '',
    ';',
    'application/json;',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/jsonp',
    'application/*',
    'text/plain',
    'multipart/form-data; boundary=x',
  ]),
  header('content-encoding', ['gzip', 'x'.repeat(3000)]),
  header('x-api-key', ['', 'x', 'sbk_', `sbk_${'0'.repeat(36)}`, 'é'.repeat(900)]),
  header('x-forwarded-for', ['', ',', 'é'.repeat(3000), '::ffff:1.2.3.4', 'unknown', '1.2.3.4, x']),
  header('user-agent', ['', 'é'.repeat(5000)]),
  header('cookie', ['__proto__=1', 'a'.repeat(4000)]),
  header('authorization', [
    'Bearer',
    'Bearer ',
    'Basic x',
    'é',
    'Bearer é',
    `Bearer ${'x'.repeat(9000)}`,
    'Bearer sbk_',
    'Bearer spk_x',
    'Bearer sat_',
    `Bearer ${' '.repeat(9000)}x`,
  ]),
  fc.constantFrom(
    credential((token) => token.toLowerCase())(),
    credential((token) => `${token}x`)(),
    credential((token) => `${token} ${token}`)(),
    credential((token) => token.replace(' ', '   '))(),
  ),
)

/** Mostly one mutation, so that the code behind it is reached; now and then several. */
const several = (ways: fc.WeightedArbitrary<Mutation>[]): fc.Arbitrary<Mutation[]> =>
  fc.array(fc.oneof(...ways), { minLength: 1, maxLength: 3, size: 'small' })

const outside = [
  { weight: 2, arbitrary: searches },
  { weight: 2, arbitrary: paths },
  { weight: 2, arbitrary: headers },
]
/** For requests without a body. */
export const mutationsOutside = several(outside)
export const mutations = several([
  { weight: 6, arbitrary: replaced },
  { weight: 3, arbitrary: cells },
  { weight: 2, arbitrary: added },
  { weight: 2, arbitrary: spoiledBytes },
  ...outside,
])
