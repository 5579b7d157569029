import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLocale } from '../../server/platform/locale.rules.ts'
import { countries } from '../../shared/countries.ts'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** The country codes that a page offers. */
async function offeredOn(page: Page): Promise<string[]> {
  await page.getByRole('combobox', { name: 'Country' }).click()
  const options = page.getByRole('listbox', { name: 'Country' }).getByRole('option')
  await options.first().waitFor()
  const labels = await options.allTextContents()
  return labels.map((label) => /\((\w\w)\)$/.exec(label)![1]!)
}

const isRefused = (region: string): boolean => checkLocale({ region }).length > 0

test('the service accepts every country that a board or the workspace offers', async () => {
  const board = await app.board([{ name: 'Name', type: 'text' }])
  const ofBoard = await offeredOn(await app.open(paths.recordSettings(board.key)))
  expect(ofBoard.toSorted()).toEqual(countries)
  expect(ofBoard.filter(isRefused)).toEqual([])
  expect(await offeredOn(await app.open(paths.settings()))).toEqual(ofBoard)

  // Requests follow the same rule.
  for (const region of ['UK', 'CA']) {
    const body = { settings: { region } }
    const { status } = await app.owner.api('PATCH', `/v1/definitions/${board.key}`, { body })
    expect(status).toBe(isRefused(region) ? 400 : 200)
  }
})
