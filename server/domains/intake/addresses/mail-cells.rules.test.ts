import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemActor } from '../../../platform/actor.ts'
import { unrestricted } from '../../policies/columns.rules.ts'
import { convertCell } from '../../records/cells/convert.ts'
import { type Column, type Definition, viewOf } from '../../records/definitions/definition.rules.ts'
import { cellsFrom, type MailCells } from './mail-cells.rules.ts'

const column = (id: string, type: Column['type'], more: Partial<Column> = {}): Column =>
  ({
    id,
    key: `key_${id}`,
    name: id,
    type,
    required: false,
    unique: false,
    readOnly: false,
    settings: {},
    policy: unrestricted,
    slot: 1,
    ...more,
  }) as Column
const view = (...columns: Column[]) =>
  viewOf({ columns } as unknown as Definition, systemActor('w'))

const letter: MailCells = {
  from: 'ann@client.example',
  name: null,
  subject: ' Acme ',
  body: 'Text\0',
  bodyChars: 5,
  files: [
    { id: 'f1', name: 'a.pdf', type: 'application/pdf' },
    { id: 'f2', name: 'b.png', type: 'image/png' },
    { id: 'f3', name: 'c.pdf', type: 'application/pdf' },
  ],
}

test('each part goes to its column; a column that is gone gets nothing', () => {
  const board = view(column('a', 'email'), column('b', 'text'), column('c', 'long_text'))
  const { sent, left } = cellsFrom(
    board,
    { from: 'a', name: 'b', body: 'c', subject: 'gone' },
    letter,
  )
  expect(sent).toEqual({ a: 'ann@client.example', b: '', c: 'Text' })
  expect(left).toEqual([])
})

test('files that a column does not take are left out, and named', () => {
  const only = { settings: { accept: ['application/pdf'], maxFiles: 1 } }
  const { sent, left } = cellsFrom(view(column('a', 'file', only)), { attachments: 'a' }, letter)
  expect(sent).toEqual({ a: ['f1'] })
  expect(left).toEqual([
    { column: 'key_a', why: '"b.png" is image/png; the column takes application/pdf' },
    { column: 'key_a', why: '"c.pdf" is one file too many; the column takes 1' },
  ])
})

test('a column that must be filled and gets nothing is empty, unless the service fills it', () => {
  const board = view(
    column('a', 'text', { required: true }),
    column('b', 'auto_number', { required: true, readOnly: true }),
    column('c', 'text', { required: true }),
  )
  expect(cellsFrom(board, { subject: 'c' }, letter).sent).toEqual({ a: '', c: 'Acme' })
})

test('whatever is written, it fits columns of text, and what is cut is told', () => {
  const types = ['text', 'long_text'] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 50 }),
        fc.string({ unit: 'grapheme', minLength: 1990, maxLength: 2010 }),
        fc.integer({ min: 99_990, max: 100_010 }).map((count) => '🙂'.repeat(count / 2)),
      ),
      (type, written) => {
        const board = view(column('a', type))
        for (const part of ['subject', 'body'] as const) {
          const { sent, left } = cellsFrom(board, { [part]: 'a' }, { ...letter, [part]: written })
          const read = convertCell(board.columns[0]!, sent.a, { region: 'US' } as never)
          expect(read.kind).not.toBe('refused')
          expect(String(sent.a).isWellFormed()).toBe(true)
          expect(String(sent.a)).not.toContain('\0')
          const most = type === 'text' ? 2000 : 100_000
          expect(left.length > 0).toBe(
            written.replaceAll('\0', '').toWellFormed().trim().length > most,
          )
        }
      },
    ),
    { numRuns: 60 },
  )
})
