import { expect, test } from 'vitest'
import type { Column } from '../list/types.ts'
import { addingLink, nameColumn, namesIn } from './missing-rows.rules.ts'

const column = (key: string, type: string, more: object = {}) =>
  ({ key, type, required: false, readOnly: false, settings: {}, ...more }) as unknown as Column
const number = column('number', 'auto_number', { readOnly: true, required: true })
const email = column('email', 'email')
const name = column('name', 'text', { required: true })

test('a row is added by its first text, unless it needs more or that may not be written', () => {
  expect(nameColumn([number, email, name])).toBe(name)
  expect(nameColumn([email])).toBeUndefined()
  expect(nameColumn([name, column('owner', 'person', { required: true })])).toBeUndefined()
  expect(nameColumn([name], () => false)).toBeUndefined()
})

test('commas separate names only where a cell takes several rows', () => {
  expect(namesIn(' Acme, Inc. ', false)).toEqual(['Acme, Inc.'])
  expect(namesIn('Acme, , Bolt', true)).toEqual(['Acme', 'Bolt'])
})

test('a link adds the row that is missing', () => {
  expect(addingLink(name, 'Acme')).toEqual({ create: true, name: 'Acme' })
})
