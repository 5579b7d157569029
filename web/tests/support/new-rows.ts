import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { paths } from '../../paths.ts'
import type { TestedApp } from './app.ts'
import { gridOf } from './grid.ts'
import { holdWrites } from './held.ts'

/** An empty board with three columns, its state in the service, and what a page shows. */
export async function newBoard(app: Pick<TestedApp, 'owner' | 'board'>, required = false) {
  const board = await app.board([
    { name: 'Name', type: 'text', required },
    { name: 'Amount', type: 'number' },
    { name: 'Email', type: 'email' },
  ])
  const rows = `/v1/boards/${board.id}/rows`
  const stored = async (): Promise<unknown[][]> => {
    const { data } = (await app.owner.api('GET', rows)).body
    return data.map(({ cells }: { cells: Record<string, unknown> }) =>
      ['name', 'amount', 'email'].map((key) => String(cells[key] ?? '')),
    )
  }
  return { ...board, rows, stored }
}

/** The rows of a grid as drawn, including unsaved ones. */
export async function shownIn(page: Page, columns = 3): Promise<string[][]> {
  const { grid } = gridOf(page)
  return grid.evaluate(
    (element, columns) =>
      [...element.querySelectorAll('[data-row]')]
        .sort((a, b) => Number(a.getAttribute('data-row')) - Number(b.getAttribute('data-row')))
        .map((row) =>
          Array.from(
            { length: columns },
            (_, n) => row.querySelector(`[data-column="${n}"]`)?.textContent ?? '',
          ),
        ),
    columns,
  )
}

/** Types ten rows of three cells without looking up, while every write takes its time. */
export async function typeTenRows(
  app: TestedApp,
  keyMs: number,
  part: 'request' | 'answer',
): Promise<void> {
  const board = await newBoard(app)
  // A reload before the last answer sends the last change again, which the service refuses as made from an older version.
  const page = await app.open(paths.records(board.key), { refusals: [409] })
  await page.getByText('No rows yet').waitFor()
  await holdWrites(page, 300, part)
  const key = async (name: string) => {
    await page.keyboard.press(name)
    await pause(keyMs)
  }
  const wanted = Array.from({ length: 10 }, (_, n) => [`Ab${n}`, `7${n}`, `${n}@x.io`])
  await page.getByRole('button', { name: 'Add a row' }).first().click()
  for (const [n, cells] of wanted.entries()) {
    for (const [column, text] of cells.entries()) {
      await page.keyboard.type(text, { delay: keyMs })
      if (column < 2) await key('Tab')
    }
    // The three keys that lead from the last cell to the next row.
    if (n === 9) await key('Shift+Tab')
    else if (n % 3 === 0) await key('Enter')
    else if (n % 3 === 1) await key('Tab')
    else for (const name of ['Enter', 'Shift+Enter']) await key(name)
  }
  await expect.poll(board.stored).toEqual(wanted)
  await expect.poll(() => shownIn(page)).toEqual(wanted)
  await page.getByText('10 rows', { exact: true }).waitFor()
  expect(await gridOf(page).grid.locator('[data-draft]').count()).toBe(0)
  await page.reload()
  await expect.poll(() => shownIn(page)).toEqual(wanted)
}
