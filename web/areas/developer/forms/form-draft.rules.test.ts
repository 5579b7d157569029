import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  askedOf,
  type Column,
  draftForm,
  embedSnippet,
  formBody,
  formChanges,
  isAskable,
  moveQuestion,
  newDraft,
  suggested,
} from './form-draft.rules.ts'

const column = (
  name: string,
  type: Column['type'] = 'text',
  more: Partial<Column> = {},
): Column => ({
  id: name,
  key: name.toLowerCase(),
  name,
  type,
  description: '',
  required: false,
  unique: false,
  readOnly: false,
  position: 0,
  settings: {},
  ...more,
})

const COLUMNS = [
  column('Business', 'text', { required: true }),
  column('Statements', 'file'),
  column('Stage', 'select'),
  column('Owner', 'person'),
  column('Company', 'link'),
  column('Number', 'auto_number', { readOnly: true }),
]

test('a form can ask for what people can fill in and somebody may write', () => {
  const askable = COLUMNS.filter((one) => isAskable(one, new Set(['Statements'])))
  expect(askable.map(({ name }) => name)).toEqual(['Business', 'Stage', 'Company'])
})

test('a new form asks for what people outside know, in the board’s order, and for all that every row must have', () => {
  const names = (columns: Column[]) => suggested(columns).map(({ name }) => name)
  expect(names(COLUMNS.slice(0, 3))).toEqual(['Business', 'Statements'])
  expect(names([column('Company', 'link', { required: true }), column('Story')])).toEqual([
    'Company',
    'Story',
  ])
  // Better all of them than none.
  expect(names([column('Stage', 'select'), column('Notes', 'long_text')])).toEqual([
    'Stage',
    'Notes',
  ])
})

test('a new form is called as the board, with a number if that is taken', () => {
  const name = (taken: string[]) => newDraft({ name: 'Leads' }, COLUMNS, taken).name
  expect(name([])).toBe('Leads')
  expect(name(['Leads', 'Leads 2'])).toBe('Leads 3')
})

test('what was typed is trimmed, and what is empty is left out', () => {
  const draft = {
    ...newDraft({ name: 'Leads' }, COLUMNS.slice(0, 1), []),
    title: ' Apply ',
    thanks: ' Thank you. ',
    redirectUrl: 'https://www.example.com',
  }
  expect(formBody(draft)).toEqual({
    name: 'Leads',
    title: 'Apply',
    intro: null,
    columns: [{ key: 'business', label: null, help: null, required: true }],
    thanks: 'Thank you.',
    redirectUrl: null,
    closesAt: null,
    limitPerDay: null,
    notify: [],
    origins: [],
    drafts: false,
  })
  expect(formBody({ ...draft, after: 'page' })).toMatchObject({
    thanks: null,
    redirectUrl: 'https://www.example.com',
  })
})

const FORM = {
  id: 'f',
  publicId: 'p',
  name: 'Apply',
  title: 'Apply "now"',
  intro: null,
  columns: [{ key: 'business', label: 'Your business', help: null, required: true }],
  skipped: [],
  thanks: null,
  redirectUrl: null,
  origins: ['https://www.example.com'],
  closesAt: '2026-11-30T17:00:30.000Z',
  limitPerDay: null,
  notify: [3],
  drafts: false,
  url: 'https://desk.example.com/f/p',
  embedUrl: 'https://desk.example.com/f/p/embed',
  open: true,
  closedBecause: null,
  createdAt: '2026-11-23T00:00:00.000Z',
  createdBy: 'user:1',
  updatedAt: '2026-11-23T00:00:00.000Z',
}

test('only what was changed is saved', () => {
  const draft = draftForm(FORM)
  expect(formChanges(draft, draft)).toEqual({})
  expect(formChanges({ ...draft, title: 'Apply', notify: ['3', '4'] }, draft)).toEqual({
    title: 'Apply',
    notify: [3, 4],
  })
  expect(formChanges({ ...draft, closesAt: '' }, draft)).toEqual({ closesAt: null })
})

test('a question is shown by its own words, or else by the column’s name', () => {
  const [question] = draftForm(FORM).columns
  expect(askedOf([question!, { ...question!, label: ' ' }], COLUMNS)).toMatchObject([
    { label: 'Your business', help: null, required: true },
    { label: 'Business' },
  ])
  expect(askedOf([{ ...question!, key: 'gone' }], COLUMNS)).toEqual([])
})

test('the snippet survives a title with marks of HTML', () => {
  expect(embedSnippet(FORM)).toContain('title="Apply &quot;now&quot;"')
})

test('a question that moves keeps all others in their order', () => {
  const places = fc.uniqueArray(fc.string(), { minLength: 1 }).chain((all) => {
    const place = fc.nat(all.length - 1)
    return fc.tuple(fc.constant(all), place, place)
  })
  fc.assert(
    fc.property(places, ([all, from, to]) => {
      const after = moveQuestion(all, from, to)
      expect(after[to]).toBe(all[from])
      const others = (list: string[]) => list.filter((one) => one !== all[from])
      expect(others(after)).toEqual(others(all))
    }),
  )
})
