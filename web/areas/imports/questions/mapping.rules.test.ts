import { beforeAll, expect, test } from 'vitest'
import { loadReasons } from '../../../service/failures/reasons.ts'
import {
  columnForEach,
  draftFor,
  leftOut,
  missingOf,
  plannedLinks,
  previewCells,
  rowProblems,
  withLinkOf,
  withoutLinks,
  withoutPlanned,
  withPlace,
} from './mapping.rules.ts'

beforeAll(loadReasons)

const row = {
  line: 2,
  values: ['Acme', '$5', 'nobody', 'x'],
  cells: { name: 'Acme', amount: 5, tags: ['a', 'b'] },
  coerced: [{ column: 'amount', sent: '$5', stored: '5' }],
  errors: [
    {
      column: 'email',
      message: 'email: "nobody" is not an email address',
      reason: 'not_an_email',
      values: { sent: '"nobody"' },
    },
    { column: 'phone', message: 'phone: is required', reason: 'required', values: {} },
  ],
}

test('each mapped cell shows what would happen to it', () => {
  expect(previewCells(row, ['name', 'amount', 'email', null])).toEqual([
    { column: 'name', sent: 'Acme', stored: 'Acme', what: 'as sent' },
    { column: 'amount', sent: '$5', stored: '5', what: 'converted' },
    {
      column: 'email',
      sent: 'nobody',
      stored: '',
      what: 'refused',
      message: '"nobody" is not an email address; type one, such as name@example.com',
      reason: 'not_an_email',
    },
  ])
  expect(previewCells({ ...row, values: ['a; b'] }, ['tags'])[0]?.stored).toBe('a, b')
  expect(previewCells({ ...row, values: [''] }, ['stage'])[0]?.what).toBe('empty')
})

test('a problem of no mapped cell belongs to the row, with the name of its column', () => {
  const columns = [{ key: 'phone', name: 'Phone' }] as unknown as Parameters<typeof rowProblems>[2]
  expect(rowProblems(row, ['name', 'email'], columns)).toEqual(['Phone is required; type a value'])
})

test('a cell that stays empty says why, and is not refused', () => {
  const leftEmpty = [{ ...row.errors[0]!, sent: 'nobody' }]
  const [cell] = previewCells({ ...row, errors: [], leftEmpty }, [null, null, 'email'])
  expect(cell).toMatchObject({ sent: 'nobody', stored: '', what: 'left empty' })
})

test('columns of the file that go nowhere are named, unless they get a new column', () => {
  const preview = {
    columns: ['Name', 'Rating', ''].map((header, index) => ({ index, header })),
  } as Parameters<typeof leftOut>[0]
  const planned = { 1: { name: 'Rating', type: 'number' } } as const
  expect(leftOut(preview, ['name', null, null], {})).toEqual(['Rating', 'column 3'])
  expect(leftOut(preview, ['name', null, null], planned)).toEqual(['column 3'])
  expect(withoutPlanned(planned, 1)).toEqual({})
})

test('a new column begins with its header and the type that its values suggest', () => {
  const column = { index: 0, header: 'Kind', proposed: null, why: 'none', samples: [] } as const
  expect(draftFor({ ...column, samples: [], suggestedType: 'select' })).toEqual({
    name: 'Kind',
    type: 'select',
    allowNewOptions: true,
  })
  expect(draftFor({ ...column, samples: [] })).toEqual({ name: 'Kind', type: 'text' })
})

test('a target takes one column of the file', () => {
  const columns = [
    { key: 'name', type: 'text' },
    { key: 'email', type: 'email' },
    { key: 'external_id', type: 'text' },
  ] as const
  expect(withPlace(columns, [null, 'email'], 0, 'email')).toEqual(['email', null])
  expect(withPlace(columns, ['external_id', null], 1, 'external_id')).toEqual([null, 'external_id'])
  expect(withPlace(columns, ['name', null], 0, null)).toEqual([null, null])
  // Texts are joined.
  expect(withPlace(columns, ['name', null], 1, 'name')).toEqual(['name', 'name'])
})

test('a new row needs the required columns, an update does not', () => {
  const column = (key: string, required: boolean, readOnly = false) =>
    ({ key, required, readOnly }) as Parameters<typeof missingOf>[0][number]
  const columns = [column('name', true), column('email', false), column('number', true, true)]
  expect(missingOf(columns, ['email'], undefined)).toEqual([columns[0]])
  expect(missingOf(columns, ['name'], undefined)).toEqual([])
  expect(missingOf(columns, ['email'], 'email')).toEqual([])
})

test('a new column for ids of another page is a link to it, and finds rows as the service proposes', () => {
  const column = {
    index: 1,
    header: 'Company ID',
    proposed: null,
    why: 'none',
    samples: ['C-1'],
    suggestedType: 'link',
    suggestedLink: {
      name: 'Company',
      definitionKey: 'companies',
      multiple: false,
      by: 'external_id',
      create: true,
    },
  } as const
  const preview = { columns: [{ index: 0, header: 'Name' }, column] } as unknown as Parameters<
    typeof columnForEach
  >[1]
  expect(draftFor({ ...column, samples: [] })).toEqual({
    name: 'Company',
    type: 'link',
    definitionKey: 'companies',
    multiple: false,
  })
  const planned = columnForEach({ columns: [] }, preview, ['name', null], {})
  const added = {
    name: 'Company',
    type: 'link',
    settings: { definitionKey: 'companies', multiple: false },
  }
  expect(planned).toEqual({ 1: { ...added, link: { by: 'external_id', create: true } } })
  expect(withoutLinks(planned)).toEqual({ 1: added })
  // The preview gives it a key first.
  expect(plannedLinks(['name', null], planned)).toEqual({})
  expect(plannedLinks(['name', 'company'], planned)).toEqual({
    company: { by: 'external_id', create: true },
  })
  // Somebody who makes something else of it gets that.
  const text = { name: 'Company', type: 'text' } as const
  expect(withLinkOf(preview.columns[1], text)).toEqual(text)
  const other = { ...added, type: 'link', settings: { definitionKey: 'leads' } } as const
  expect(withLinkOf(preview.columns[1], other)).toEqual(other)
})
