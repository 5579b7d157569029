import { expect, test } from 'vitest'
import { phoneText } from '../../ui/values/phone-text.rules.ts'
import {
  aboutOf,
  type Findable,
  foundCommands,
  matchIn,
  nextIn,
  withoutRepeats,
} from './palette.rules.ts'

const command = (label: string, more: Partial<Findable> = {}): Findable => ({
  id: label,
  group: 'Go to',
  label,
  ...more,
})
const labels = (commands: Findable[]) => commands.map(({ label }) => label)

test('labels that begin with the text come before those that contain it', () => {
  const commands = [command('Idea log'), command('Board of deals'), command('Deals')]
  expect(labels(foundCommands(commands, 'dea'))).toEqual(['Deals', 'Board of deals', 'Idea log'])
})

test('every word has to match, in any order', () => {
  const commands = [command('Website form', { hint: 'Board' }), command('Website')]
  expect(labels(foundCommands(commands, 'board web'))).toEqual(['Website form'])
  expect(foundCommands(commands, 'nothing')).toEqual([])
})

test('groups keep their order whatever is found', () => {
  const commands = [command('New deal', { group: 'Create' }), command('Old deals')]
  expect(labels(foundCommands(commands, 'deal'))).toEqual(['Old deals', 'New deal'])
})

test('without a text, all commands are listed except those that only a search finds', () => {
  const commands = [command('Deals'), command('Deals: trash', { onlyFound: true })]
  expect(labels(foundCommands(commands, ' '))).toEqual(['Deals'])
  expect(labels(foundCommands(commands, 'deals'))).toEqual(['Deals', 'Deals: trash'])
})

test('accents make no difference', () => {
  expect(labels(foundCommands([command('Prêts'), command('Leads')], 'pret'))).toEqual(['Prêts'])
  expect(labels(foundCommands([command('Prets')], 'prêt'))).toEqual(['Prets'])
  const columns = [{ key: 'contact', name: 'Contact' }]
  const match = (title: string) =>
    matchIn({ contact: 'Ünal Demir' }, columns, title, 'unal', (text) => text)
  expect(match('Bosporus Imports')).toBe('Contact: Ünal Demir')
  expect(match('Café Ünal')).toBeUndefined()
})

test('the list wraps around', () => {
  expect(nextIn(3, 2, 1)).toBe(0)
  expect(nextIn(3, 0, -1)).toBe(2)
  expect(nextIn(0, 0, 1)).toBe(0)
})

test('a row is shown with the cell that matched, unless its title shows the match', () => {
  const columns = [
    { key: 'name', name: 'Name' },
    { key: 'email', name: 'Email' },
  ]
  const cells = { name: 'Ada', email: 'ada@example.com' }
  const match = (typed: string) => matchIn(cells, columns, 'Ada', typed, (text) => text)
  expect(match('example')).toBe('Email: ada@example.com')
  expect(match('ada')).toBeUndefined()
  const long = { name: 'Ada', email: `${'x'.repeat(90)} needle ${'y'.repeat(90)}` }
  expect(matchIn(long, columns, 'Ada', 'needle', (text) => text)).toMatch(/^Email: …x+ needle y+…$/)
})

test('a row is shown with the phone number that matched, however it was typed', () => {
  const columns = [{ key: 'phone', name: 'Phone' }]
  const shown = (text: string) => phoneText(text, 'US', undefined) ?? text
  const match = (typed: string) => matchIn({ phone: '+13125550188' }, columns, 'Ada', typed, shown)
  for (const typed of ['(312) 555-0188', '312.555.0188', '555-0188', '0188']) {
    expect(match(typed)).toBe('Phone: (312) 555-0188')
  }
  expect(match('555-0189')).toBeUndefined()
  const extended = { phone: '+13125550188;ext=12' }
  expect(matchIn(extended, columns, 'Ada', '555-0188', shown)).toBe('Phone: (312) 555-0188 ext. 12')
})

test('a recent page that is among the found records is listed once', () => {
  const recent = { ...command('Ann', { group: 'Recent' }), to: '/records/leads?row=1' }
  const page = { ...command('Leads'), to: '/records/leads' }
  const record = { ...command('Ann', { group: 'Records' }), to: recent.to }
  expect(withoutRepeats([recent, page], [record])).toEqual([page])
  expect(withoutRepeats([recent, page], [])).toEqual([recent, page])
  const onItsPage = { ...recent, to: '/records/leads/rows/1' }
  expect(withoutRepeats([onItsPage], [record])).toEqual([])
})

test('records of the same name are told apart by contact, stage and amount', () => {
  const columns = [
    { key: 'name', type: 'text' as const, settings: {} },
    { key: 'email', type: 'email' as const, settings: {} },
    { key: 'stage', type: 'select' as const, settings: {} },
    { key: 'amount', type: 'currency' as const, settings: { currency: 'USD' } },
  ]
  const about = (cells: object) =>
    aboutOf({ name: 'Acme', ...cells }, columns, 'Acme', (text) => text)
  expect(about({ email: 'ann@bay.example', stage: 'New', amount: 1250 })).toBe(
    'ann@bay.example · New · $1,250',
  )
  expect(about({ amount: 0.5 })).toBe('$0.50')
  expect(about({})).toBe('')
})
