import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { gridOf } from './support/grid.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a column that an admin hides disappears from other people’s open grids at once', async () => {
  const board = await app.board([
    { name: 'Name', type: 'text' },
    { name: 'Margin', type: 'number' },
  ])
  // No id on the page has these digits by chance.
  const margin = /73,?741,?907/
  const row = { cells: { name: 'Acme', margin: 73741907 } }
  await app.owner.api('POST', `/v1/boards/${board.id}/rows`, { body: row })
  const member = await app.join('member')
  const theirs = await app.openAs(member, paths.records(board.key))
  const { grid } = gridOf(theirs)
  await grid.getByText('Acme').waitFor()
  await expect.poll(() => grid.textContent()).toMatch(margin)

  const mine = await app.open(`${paths.settings('policies')}?definition=${board.key}`)
  await mine.getByRole('button', { name: 'Edit policy for Margin' }).click()
  const editor = mine.getByRole('dialog', { name: 'Policy for Margin' })
  await editor.getByRole('group', { name: 'Who sees it' }).getByText('Owners, admins').click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.waitFor({ state: 'detached' })

  await theirs.getByRole('columnheader', { name: 'Margin' }).waitFor({ state: 'detached' })
  expect(await grid.textContent()).toContain('Acme')
  const left = await theirs.content()
  expect([left.includes('Margin'), margin.test(left)]).toEqual([false, false])
})
