import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import type { Person } from '../../../server/tests/support/desks/people.ts'
import { gridOf } from './grid.ts'
import type { Line } from './line.ts'
import { faultsIn, type Texts, type Typed } from './typed.rules.ts'

const STILL_MS = 45_000
const LOOK_MS = 40
/** How long somebody tries to click on something that is covered. */
const GLANCE_MS = 2_000
/** The cursor in the first cell of a blank row. */
const BLANK = ' |  |  | 0'

/** The rows on the screen with their numbers. */
const SHOWN = `[...document.querySelectorAll('[role=grid] [data-row]')].map((row) => ({
  row: Number(row.dataset.row),
  texts: [0, 1, 2].map((n) => row.querySelector('[data-column="' + n + '"]')?.textContent ?? ''),
}))`

/** The texts of the row that the cursor is in, and its column, if keys go there. */
const CURSOR = `(() => {
  const grid = document.querySelector('[role=grid]')
  const cell = document.getElementById(grid?.getAttribute('aria-activedescendant'))
  const row = cell?.closest('[data-row]')
  if (!row || !grid.contains(document.activeElement)) return 'nowhere'
  const texts = [0, 1, 2].map((n) => row.querySelector('[data-column="' + n + '"]')?.textContent ?? '')
  return [...texts, cell.dataset.column].join(' | ')
})()`

/** What the page says about changes that are not in the service. */
const WAITING = `[
  ...[...document.querySelectorAll('[data-draft]')].filter((row) => row.textContent !== 'New row')
    .map((row) => 'not created: ' + row.textContent),
  ...[...document.querySelectorAll('[data-waiting], [data-asked], [data-refused]')].map((cell) => 'waits: ' + cell.textContent),
  ...Object.keys(localStorage).filter((key) => key.startsWith('sourcebook-waiting')).map(() => 'kept in the browser'),
]`

export type Typist = ReturnType<typeof typistOf>

interface Seat {
  page: Page
  line: Line
  person: Person
  /** The path of the page with the grid. */
  path: string
  stored: () => Promise<unknown[][]>
  /** What this person knows. */
  typed: Typed
  /** How long a key takes. */
  keyMs: number
  /** When they give up if nothing happens any more. What waits in the page tries again after a few seconds. */
  stillMs?: number
}

/** Somebody at a grid of three columns, who types, and looks at what it shows. */
export function typistOf({
  page,
  line,
  person,
  path,
  stored,
  typed,
  keyMs,
  stillMs = STILL_MS,
}: Seat) {
  const { cell } = gridOf(page)
  const addRow = page.getByRole('button', { name: 'Add a row' }).first()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const ask = <A>(script: string) => page.evaluate(script) as Promise<A>

  /** The rows on the screen, except blank ones. */
  const look = async (): Promise<{ row: number; texts: string[] }[]> =>
    (await ask<{ row: number; texts: string[] }[]>(SHOWN)).filter(({ texts }) =>
      texts.some(Boolean),
    )

  /** Waits until nothing is wrong. Gives up once nothing has happened for a long time. */
  async function until(faults: () => Promise<string[]>): Promise<void> {
    let before = ''
    let since = 0
    for (;;) {
      const found = await faults()
      if (found.length === 0) return
      const now = `${found} ${line.moves()}`
      if (now !== before) since = performance.now()
      before = now
      if (performance.now() - since > stillMs) {
        throw new Error(`Nothing has happened for ${stillMs / 1000} s. ${found.join('; ')}`)
      }
      await pause(LOOK_MS)
    }
  }

  /** Does something with the mouse. If the page asks for the password instead, that is entered first. */
  async function point(at: Locator): Promise<void> {
    if (await dialog.isVisible()) await signInAgain()
    // Something else may just have opened there, and the person looks again.
    await at.click({ timeout: GLANCE_MS }).catch(() => {})
  }

  /** Goes to a cell, and sees that the cursor is there. */
  const goTo = (texts: Texts, column: number): Promise<void> =>
    until(async () => {
      const seen = (await look()).find((shown) => String(shown.texts) === String(texts))
      if (!seen) return [`lost: ${texts.join(' | ')}`]
      await point(cell(seen.row, column))
      const wanted = [...texts, column].join(' | ')
      const cursor = await ask<string>(CURSOR)
      return cursor === wanted ? [] : [`the cursor is at ${cursor}, not at ${wanted}`]
    })

  /** Begins a row, unless the cursor is in a blank one already. */
  const beginRow = (): Promise<void> =>
    until(async () => {
      if ((await ask(CURSOR)) === BLANK) return []
      await point(addRow)
      return ['no row begins']
    })

  /** Types the text of a cell, and goes on to the next. */
  async function type(text: string): Promise<void> {
    await page.keyboard.type(text, { delay: keyMs })
    await page.keyboard.press('Tab')
  }

  /** Enters the password once the page asks for it. */
  async function signInAgain(): Promise<void> {
    await until(async () => ((await dialog.isVisible()) ? [] : ['nothing asks for the password']))
    await dialog.getByLabel(/^Password/).fill(person.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    typed.isSignedOut = false
  }

  /** Waits for the grid. Whoever is signed out is led to the sign-in, and from there back. */
  async function arrive(): Promise<void> {
    if (typed.isSignedOut) {
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel(/^Password/).fill(person.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      typed.isSignedOut = false
    }
    await addRow.waitFor()
  }

  return {
    goTo,
    beginRow,
    type,
    signInAgain,
    press: (key: string): Promise<void> => page.keyboard.press(key),

    /** Opens the board from another page of the app. */
    async choose(): Promise<void> {
      await page.getByRole('navigation').locator(`a[href="${path}"]`).click()
      await page.waitForURL(path)
      await addRow.waitFor()
    },

    async open(): Promise<void> {
      await page.goto(path)
      await arrive()
    },

    async reload(): Promise<void> {
      await page.reload()
      await arrive()
    },

    leave: () => page.goto('about:blank'),

    async endSession(): Promise<void> {
      const headers = { 'x-sourcebook-session': 'cookie' }
      const answer = await page.request.post('/v1/auth/signout', { headers })
      if (!answer.ok()) throw new Error(`The session did not end: ${await answer.text()}`)
      typed.isSignedOut = true
    },

    /** Types a cell until it is there: some of the keys have gone to the question for the password. */
    async typeAgain(row: number, column: number, text: string): Promise<void> {
      const wanted = typed.rows.get(row)!
      const others = [...typed.rows].filter(([known]) => known !== row).map(([, texts]) => texts)
      await until(async () => {
        const shown = (await look()).map(({ texts }) => texts)
        if (faultsIn(shown, [wanted], [...others, ...typed.theirs]).length === 0) return []
        const [part] = shown.filter(
          (texts) => ![...others, ...typed.theirs].map(String).includes(String(texts)),
        )
        await page.keyboard.press('Escape')
        if (part) await goTo(part, column)
        else await beginRow()
        await type(text)
        return [`${text} is not there`]
      })
    },

    /** Sees that all that was typed is on the screen, once. */
    sees: (): Promise<void> =>
      until(async () => {
        const shown = (await look()).map(({ texts }) => texts)
        return faultsIn(shown, [...typed.rows.values()], typed.theirs)
      }),

    /** Sees that all that was typed is stored and shown, once, and that nothing waits. */
    async finds(): Promise<void> {
      await page.keyboard.press('Escape')
      const all = [...typed.rows.values(), ...typed.theirs]
      await until(async () => {
        const shown = (await look()).map(({ texts }) => texts)
        return [
          ...faultsIn((await stored()) as string[][], all).map((fault) => `stored: ${fault}`),
          ...faultsIn(shown, all).map((fault) => `shown: ${fault}`),
          ...(await ask<string[]>(WAITING)),
        ]
      })
    },
  }
}
