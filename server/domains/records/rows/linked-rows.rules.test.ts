import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemActor } from '../../../platform/actor.ts'
import { unrestricted } from '../../policies/columns.rules.ts'
import { linksIn } from '../cells/references.ts'
import { type Column, type Definition, viewOf } from '../definitions/definition.rules.ts'
import {
  askedFor,
  findLinkedRow,
  type KnownRows,
  linkedBoard,
  uniqueOf,
  uniqueText,
} from './linked-rows.rules.ts'

const column = (slot: number, type: 'text' | 'number' | 'email', unique: boolean): Column => ({
  id: `column-${slot}`,
  slot,
  key: `k${slot}`,
  name: `Column ${slot}`,
  type,
  required: false,
  unique,
  readOnly: false,
  settings: {},
  description: '',
  position: slot,
  policy: unrestricted,
})
const columns = [column(1, 'text', true), column(2, 'number', true), column(3, 'text', false)]
const definition = {
  workspaceId: 'w',
  id: 'd',
  kind: 'page',
  name: 'Companies',
  columns,
} as unknown as Definition
const board = linkedBoard(viewOf(definition, systemActor('w')), {
  region: 'US',
  timeZone: 'UTC',
  currency: 'USD',
  people: [],
})

interface Row {
  id: string
  ownId: string | null
  trashed: boolean
  text: string | null
  number: number | null
}

/** Few values, so that rows share them across columns. */
const word = fc.constantFrom('1', '2', '3', 'a', 'b')
const rows = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    ownId: fc.option(word),
    trashed: fc.boolean(),
    text: fc.option(word),
    number: fc.option(fc.constantFrom(1, 2, 3)),
  }),
  // No two rows share an own id or a unique value.
  {
    maxLength: 6,
    comparator: (a: Row, b: Row) =>
      a.id === b.id ||
      (a.ownId !== null && a.ownId === b.ownId) ||
      (a.text !== null && a.text === b.text) ||
      (a.number !== null && a.number === b.number),
  },
)
const sent = fc.oneof(
  word,
  word.map((external_id) => ({ external_id })),
  word.map((k1) => ({ k1 })),
  word.map((k2) => ({ k2 })),
  word.map((k3) => ({ k3 })),
)

/** What is known of rows, as the lookups find it: the trash holds own ids but no values. */
function knownOf(rows: readonly Row[]): KnownRows {
  const ownIds = rows.flatMap(({ id, ownId, trashed }) =>
    ownId === null ? [] : [[ownId, trashed ? null : id] as const],
  )
  const uniques = rows.flatMap(({ id, text, number, trashed }) =>
    [text, number].flatMap((value, at) =>
      value === null || trashed
        ? []
        : uniqueOf(columns[at]!, value, board.context).map((u) => [uniqueText(u), id] as const),
    ),
  )
  return { ownIds: new Map(ownIds), uniques: new Map(uniques) }
}

/** The same by looking at every row. */
function modelOf(rows: readonly Row[], link: string | Record<string, string>): Row[] | 'refused' {
  const live = rows.filter(({ trashed }) => !trashed)
  const byText = (value: string) => live.filter(({ text }) => text === value)
  const byNumber = (value: string) => live.filter(({ number }) => String(number) === value)
  if (typeof link === 'string') {
    const own = live.filter(({ ownId }) => ownId === link)
    return own.length > 0 ? own : [...new Set([...byText(link), ...byNumber(link)])]
  }
  const [[name, value]] = Object.entries(link) as [[string, string]]
  if (name === 'external_id') return live.filter(({ ownId }) => ownId === value)
  if (name === 'k3') return 'refused'
  return name === 'k1' ? byText(value) : byNumber(value)
}

test('a link leads to the one row that a look at all rows finds, and to none otherwise', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 6 }), sent, (all, split, value) => {
      // Those of the request itself are not in the trash.
      const [stored, making] = [all.slice(0, split), all.slice(split)]
      const fresh = making.map((row) => ({ ...row, trashed: false }))
      const [link] = linksIn({ ...columns[0]!, type: 'link', settings: { multiple: true } }, value)!
      const target = findLinkedRow(
        board,
        link!,
        askedFor(board, link!),
        knownOf(stored),
        knownOf(fresh),
      )
      const found = modelOf([...stored, ...fresh], value)
      if (found === 'refused') {
        expect(target).toMatchObject({ refusal: { reason: 'no_unique_column' } })
      } else if (found.length > 1) {
        expect(target).toMatchObject({
          refusal: { reason: 'several_rows', values: { count: found.length } },
        })
      } else expect(target).toEqual(found[0] && { rowId: found[0].id })
    }),
    { numRuns: 2000 },
  )
})
