import { expect, test } from 'vitest'
import { type Findable, foundCommands, matchIn, nextIn } from './palette.rules.ts'

const command = (label: string, more: Partial<Findable> = {}): Findable => ({
  id: label,
  group: 'Go to',
  label,
  ...more,
})
const labels = (commands: Findable[]) => commands.map(({ label }) => label)

test('what begins with the text comes before what has it somewhere', () => {
  const commands = [command('Idea log'), command('Board of deals'), command('Deals')]
  expect(labels(foundCommands(commands, 'dea'))).toEqual(['Deals', 'Board of deals', 'Idea log'])
})

test('every word has to be there, in any order', () => {
  const commands = [command('Website form', { hint: 'Board' }), command('Website')]
  expect(labels(foundCommands(commands, 'board web'))).toEqual(['Website form'])
  expect(foundCommands(commands, 'nothing')).toEqual([])
})

test('groups keep their order whatever is found', () => {
  const commands = [command('New deal', { group: 'Create' }), command('Old deals')]
  expect(labels(foundCommands(commands, 'deal'))).toEqual(['Old deals', 'New deal'])
})

test('without a text all are listed but those that are only found', () => {
  const commands = [command('Deals'), command('Deals: trash', { onlyFound: true })]
  expect(labels(foundCommands(commands, ' '))).toEqual(['Deals'])
  expect(labels(foundCommands(commands, 'deals'))).toEqual(['Deals', 'Deals: trash'])
})

test('the list goes round', () => {
  expect(nextIn(3, 2, 1)).toBe(0)
  expect(nextIn(3, 0, -1)).toBe(2)
  expect(nextIn(0, 0, 1)).toBe(0)
})

test('a row is told with the cell that was found, where its title does not tell', () => {
  const columns = [
    { key: 'name', name: 'Name' },
    { key: 'email', name: 'Email' },
  ]
  const cells = { name: 'Ada', email: 'ada@example.com' }
  expect(matchIn(cells, columns, 'Ada', 'example')).toBe('Email: ada@example.com')
  expect(matchIn(cells, columns, 'Ada', 'ada')).toBeUndefined()
  const long = { name: 'Ada', email: `${'x'.repeat(90)} needle ${'y'.repeat(90)}` }
  expect(matchIn(long, columns, 'Ada', 'needle')).toMatch(/^Email: …x+ needle y+…$/)
})
