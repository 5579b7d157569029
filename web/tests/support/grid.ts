import type { Locator, Page } from 'playwright-core'

/** The grid of a page, by the numbers of its rows and columns from 0. */
export function gridOf(page: Page) {
  const grid = page.getByRole('grid')
  const cell = (row: number, column: number): Locator =>
    grid.locator(`[data-row="${row}"] [data-column="${column}"]`)
  return {
    grid,
    cell,
    /** Selects a cell; keys then go to the grid. */
    async select(row: number, column: number): Promise<void> {
      await cell(row, column).click()
    },
    press: async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: (text: string) => page.keyboard.type(text),
    text: (row: number, column: number) => cell(row, column).textContent(),
  }
}

export type TestedGrid = ReturnType<typeof gridOf>

/** Puts cells on the clipboard. */
export async function copied(page: Page, lines: string[][]): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const tsv = lines.map((line) => line.join('\t')).join('\n')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(tsv)})`)
}
