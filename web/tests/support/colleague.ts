import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Chance } from '../../../server/tests/scenarios/chance.ts'
import type { Person } from '../../../server/tests/support/desks/people.ts'
import { paths } from '../../paths.ts'
import { breakOff, type CellName, type Committed, commit, giveUp } from './committed.rules.ts'
import { gridOf } from './grid.ts'
import type { Line } from './line.ts'

/** How long somebody tries to click on something that is covered. */
const GLANCE_MS = 2_000
/** How long somebody waits in vain. */
export const STILL_MS = 45_000

/** The lane of the cards without a stage. */
export const NO_STAGE = '(empty)'

/** Dialogs that are opened by a key, or that ask for the password. Any other comes from an answer. */
const EXPECTED_DIALOGS = ['Sign in again', 'Add column', 'New obligation']

/** Notes each dialog that appears. */
const WATCH_DIALOGS = `(() => {
  window.strangeDialogs = []
  const look = () => {
    for (const dialog of document.querySelectorAll('[role=dialog], [role=alertdialog]')) {
      const title = document.getElementById(dialog.getAttribute('aria-labelledby'))
      const name = dialog.getAttribute('aria-label') ?? title?.textContent ?? ''
      if (name && !${JSON.stringify(EXPECTED_DIALOGS)}.includes(name)) window.strangeDialogs.push(name)
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
})()`

/** What has the keys: its label, and what is in it. */
const FOCUSED = `({
  label: document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? '',
  text: document.activeElement.value ?? '',
})`

/** Resolves once the page has drawn what happened before. */
const DRAWN = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))),
)`

/** What is kept for the person of this page, as it is stored when a page is left. */
const KEPT = `Object.keys(localStorage).filter((key) => key.startsWith('sourcebook-waiting'))
  .map((key) => JSON.parse(localStorage.getItem(key)))`

/** What somebody has written into the boxes of comments, which stays until the service has it. */
const DRAFTS = `Object.entries(localStorage).filter(([key]) => key.startsWith('sourcebook-draft'))
  .map(([key, text]) => ({ where: key.slice(key.indexOf('comment ')), text: JSON.parse(text).words.text }))`

interface Kept {
  jobs: unknown[]
  news: { rows: unknown[] }
  notes: { rowId: string; key: string; typed: unknown }[]
  questions: { rowId: string; key: string; mine: unknown }[]
}

/** A board that several people work on, and everything that they have typed. */
export interface Shared {
  key: string
  /** The rows that everybody works on, in the order of the list. */
  ids: readonly string[]
  committed: Committed[]
  /** Rows that were added: the cells that were typed. */
  added: { cells: Record<string, string>; isFree: boolean }[]
  comments: { who: string; rowId: string; text: string }[]
  columns: string[]
  obligations: string[]
  /** A number that nobody has typed yet. */
  next: () => number
  counts: Map<string, number>
}

export interface Seat {
  name: string
  page: Page
  line: Line
  person: Person
  chance: Chance
  board: Shared
  /** The columns that this person sees and types into. */
  columns: readonly TypedColumn[]
}

export type TypedColumn = 'Name' | 'Margin' | 'Email' | 'Notes'

const keyOf = (column: string): string => column.toLowerCase()

/** What somebody was typing when the page asked for the password instead. */
class BrokenOff extends Error {}

export type Colleague = Awaited<ReturnType<typeof colleagueOf>>

/** Somebody who works on a board together with others, by a plan that `chance` makes. */
export async function colleagueOf(seat: Seat) {
  const { name: who, page, line, person, chance, board, columns } = seat
  const { cell, press, grid } = gridOf(page)
  const path = paths.records(board.key)
  const asks = page.getByRole('dialog', { name: 'Sign in again' })
  const record = page.getByRole('complementary', { name: 'Record' })
  let isSignedOut = false
  const count = (what: string, by = 1): void => {
    board.counts.set(what, (board.counts.get(what) ?? 0) + by)
  }
  const ask = <A>(script: string) => page.evaluate(script) as Promise<A>
  const one = <T>(all: readonly T[]): T => all[chance.between(0, all.length - 1)]!
  const keyMs = () => chance.between(30, 90)
  const cellOf = (row: number, column: string): CellName => `${board.ids[row]!} ${keyOf(column)}`
  /** Most often one of the first rows, where the others are too. */
  const anyRow = () => (chance.happens(0.7) ? chance.between(0, 3) : chance.between(0, 9))

  const textFor = (column: TypedColumn): string => {
    const n = board.next()
    if (column === 'Margin') return String(100_000 + n)
    return column === 'Email' ? `${who}${n}@x.io` : `${who} ${n} of them`
  }

  /** Types a text into what has the keys, and sees that all of it is there. */
  async function keys(text: string, label: RegExp, before = ''): Promise<void> {
    await page.keyboard.type(text, { delay: keyMs() })
    count('keys', text.length)
    const seen = await ask<{ label: string; text: string }>(FOCUSED)
    if (label.test(seen.label) && seen.text === before + text) return
    if (isSignedOut) throw new BrokenOff()
    throw new Error(
      `${who} typed “${before + text}” into ${label}, but “${seen.label}” has “${seen.text}”`,
    )
  }

  async function key(name: string): Promise<void> {
    await press(name)
    count('keys')
    await pause(keyMs())
  }

  /** Types into a cell or a field that is open, and leaves it with a key. */
  async function fill(row: number, column: TypedColumn, text: string, end: string, before = '') {
    const target = cellOf(row, column)
    try {
      await keys(text, new RegExp(`^${column}`), before)
    } catch (error) {
      if (error instanceof BrokenOff) breakOff(board.committed, who, target, before + text)
      throw error
    }
    commit(board.committed, who, target, before + text)
    count('cells')
    await key(end)
  }

  const columnAt = async (column: string): Promise<number> =>
    Number(
      await page
        .getByRole('columnheader', { name: new RegExp(`^${column}`) })
        .getAttribute('data-header'),
    )

  /** Clicks on what only the question for the password covers. */
  const click = (target: Locator) => target.click({ timeout: isSignedOut ? GLANCE_MS : STILL_MS })

  /** Selects a cell. False if something covers it. */
  async function select(row: number, column: string): Promise<boolean> {
    const at = await columnAt(column)
    return cell(row, at)
      .click({ timeout: GLANCE_MS })
      .then(
        () => true,
        () => false,
      )
  }

  const isOnGrid = async (): Promise<boolean> =>
    grid.evaluate((element) => element === element.ownerDocument.activeElement)

  async function cells(): Promise<void> {
    const column = one(columns)
    let row = anyRow()
    if (!(await select(row, column))) return
    for (let n = chance.between(1, 4); n > 0 && row < 10; n--, row++) {
      if (chance.happens(0.2)) {
        await key('F2')
        const { text } = await ask<{ text: string }>(FOCUSED)
        if (text.length < (column === 'Margin' ? 11 : 30))
          await fill(
            row,
            column,
            `${column === 'Notes' && text !== '' ? ' ' : ''}${board.next()}`,
            'Enter',
            text,
          )
        else await fill(row, column, '', 'Enter', text)
      } else await fill(row, column, textFor(column), 'Enter')
    }
  }

  /** A text that the service refuses. */
  async function refused(): Promise<void> {
    if (!columns.includes('Margin')) return
    const row = anyRow()
    if (!(await select(row, 'Margin'))) return
    await fill(row, 'Margin', `1.2.${board.next()}`, 'Enter')
    if (row < 9) await fill(row + 1, 'Margin', textFor('Margin'), 'Enter')
  }

  async function undone(): Promise<void> {
    const column = one(columns)
    const row = anyRow()
    if (!(await select(row, column))) return
    await fill(row, column, textFor(column), 'Enter')
    giveUp(board.committed, who, cellOf(row, column))
    await key('Control+z')
    if (chance.happens(0.5)) await key('Control+y')
  }

  async function pasted(): Promise<void> {
    const row = chance.between(0, 7)
    if (!(await select(row, 'Name'))) return
    if (!(await isOnGrid())) return
    const wide = columns.slice(0, 2)
    const lines = [0, 1].map((n) =>
      wide.map((column) => {
        const text = textFor(column)
        commit(board.committed, who, cellOf(row + n, column), text)
        return text
      }),
    )
    const tsv = JSON.stringify(lines.map((line) => line.join('\t')).join('\n'))
    await ask(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${tsv})
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
      document.activeElement.dispatchEvent(paste)
    }`)
    count('pastes')
    // They go on below it.
    await key('ArrowDown')
    await key('ArrowDown')
    await fill(row + 2, wide[0]!, textFor(wide[0]!), 'Enter')
  }

  async function newRow(): Promise<void> {
    const begins = page.getByRole('button', { name: 'Add a row' }).first()
    await click(begins)
    const typed: Record<string, string> = {}
    const row = { cells: typed, isFree: false }
    board.added.push(row)
    const filled = columns.slice(0, -1)
    try {
      for (const [n, column] of filled.entries()) {
        const text = textFor(column)
        typed[keyOf(column)] = text
        await keys(text, new RegExp(`^${column}`))
        await key(n < filled.length - 1 ? 'Tab' : 'Shift+Tab')
      }
      count('rows')
    } catch (error) {
      row.isFree = true
      throw error
    }
  }

  async function inRecord(): Promise<void> {
    const row = anyRow()
    if (!(await select(row, 'Name'))) return
    await press('Space')
    const isOpen = await record.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (!isOpen) return count('records not opened')
    for (const column of chance.shuffled(columns).slice(0, chance.between(1, 3))) {
      const field = record.getByRole('textbox', { name: column, exact: true })
      const aim = await field.boundingBox()
      await click(field)
      const { label } = await ask<{ label: string }>(FOCUSED)
      if (!label.startsWith(column)) {
        // What is asked about a field above moves this one down, and a person clicks again. Nothing else takes the focus.
        const now = await field.boundingBox()
        if (now?.y === aim?.y)
          throw new Error(`${who} clicked ${column}, but ${label} has the keys`)
        count('clicks beside')
        await click(field)
      }
      await press('Control+a')
      await fill(row, column, textFor(column), chance.happens(0.7) ? 'Tab' : 'Enter')
    }
    if (chance.happens(0.4)) await comment(row)
    await click(record.getByRole('button', { name: 'Close record' }))
    await record.waitFor({ state: 'detached' })
  }

  async function comment(row: number): Promise<void> {
    const field = record.getByRole('form', { name: 'Write a comment' }).getByRole('textbox')
    await click(field)
    const { text: before } = await ask<{ text: string }>(FOCUSED)
    if (board.comments.some((one) => one.text === before)) {
      // The page was left before it was answered.
      await key('Control+Enter')
      return count('comments sent again')
    }
    await press('Control+a')
    const text = `${who} says ${board.next()}`
    await keys(text, /./)
    board.comments.push({ who, rowId: board.ids[row]!, text })
    await key('Control+Enter')
    count('comments')
    if (chance.happens(0.5)) await record.getByRole('listitem').filter({ hasText: text }).waitFor()
  }

  async function kanban(): Promise<void> {
    await page.goto(`${path}?kind=kanban&group=stage`)
    await arrive()
    const row = anyRow()
    const card = page.locator(`[data-card="${board.ids[row]}"]`)
    await card.focus({ timeout: 10_000 })
    await moveCard(row, 'Stage', (lane) => lane)
    const add = page.getByRole('button', { name: 'Add a row to New' })
    if (
      await add.click({ timeout: GLANCE_MS }).then(
        () => true,
        () => false,
      )
    ) {
      for (let n = chance.between(1, 2); n > 0; n--) {
        const text = textFor('Name')
        const added = { cells: { name: text, stage: 'New' }, isFree: false }
        board.added.push(added)
        await keys(text, /^Name of the new row/).catch((error) => {
          added.isFree = true
          throw error
        })
        await key('Enter')
        count('rows')
      }
      await key('Escape')
    }
    await back()
  }

  async function calendar(): Promise<void> {
    await page.goto(`${path}?kind=calendar&group=due&month=2026-11`)
    await arrive()
    const row = anyRow()
    const card = page.locator(`[data-card="${board.ids[row]}"]`)
    await card.focus({ timeout: 10_000 }).then(
      () => moveCard(row, 'Due', (day) => new Date(`${day} UTC`).toISOString().slice(0, 10)),
      () => {},
    )
    await back()
  }

  /** Moves the card with the focus by keys, and hears where it went. At an end, or if it has just gone, it stays. */
  async function moveCard(row: number, column: string, valueIn: (words: string) => string) {
    const movedAt = Date.now()
    await key(one(['Alt+ArrowRight', 'Alt+ArrowLeft']))
    const moved = page.locator('[role=status]', { hasText: /^Moved to / })
    // On a busy machine, the page may draw it later than a glance takes.
    const said = await moved.textContent({ timeout: GLANCE_MS }).catch(async () => {
      await ask(DRAWN)
      return (await moved.count()) > 0 ? moved.textContent() : null
    })
    if (said === null) return
    const words = said.slice('Moved to '.length, -1)
    commit(board.committed, who, cellOf(row, column), valueIn(words), movedAt)
    count('moves')
  }

  async function obligation(): Promise<void> {
    await page.goto(paths.obligations())
    await page.getByRole('button', { name: 'New obligation' }).click()
    const title = page.getByRole('dialog', { name: 'New obligation' }).getByLabel('Title')
    await title.click()
    const text = `${who} owes ${board.next()}`
    await keys(text, /^Title/)
    await key('Control+Enter')
    if (isSignedOut) await signInAgain()
    board.obligations.push(text)
    await page.getByRole('heading', { level: 1, name: text }).waitFor()
    count('obligations')
    await back()
  }

  async function newColumn(): Promise<void> {
    // Only an owner or an admin can.
    if (board.columns.length >= 2 || who !== 'dana') return
    await click(page.getByRole('button', { name: 'Add column' }).first())
    const panel = page.getByRole('dialog', { name: 'Add column' })
    const field = panel.getByRole('textbox', { name: 'Name' })
    await field.waitFor()
    const text = `Column ${board.next()}`
    await keys(text, /^Name/)
    board.columns.push(text)
    await key('Enter')
    if (isSignedOut) await signInAgain()
    await page.getByRole('columnheader', { name: text }).waitFor()
    await press('Escape')
    count('columns')
  }

  async function answer(): Promise<void> {
    const questions = page.getByRole('group', { name: /^Someone else changed/ })
    const all = await questions.count()
    if (all === 0) return
    const question = questions.nth(chance.between(0, all - 1))
    const isMine = chance.happens(0.6)
    const asked = await question
      .evaluate((element) => ({
        row: Number(element.closest('[role=row]')?.getAttribute('aria-rowindex') ?? 0) - 2,
        column: element.getAttribute('aria-label')!.replace('Someone else changed ', ''),
      }))
      .catch(() => undefined)
    if (!asked || asked.row < 0) return
    const button = question.getByRole('button', { name: isMine ? 'Keep mine' : 'Take theirs' })
    const isPressed = await button.click({ timeout: GLANCE_MS }).then(
      () => true,
      () => false,
    )
    if (isPressed && !isMine) giveUp(board.committed, who, cellOf(asked.row, asked.column))
    count('answers')
  }

  async function endSession(): Promise<void> {
    const headers = { 'x-sourcebook-session': 'cookie' }
    await page.request.post('/v1/auth/signout', { headers })
    isSignedOut = true
    count('sessions ended')
    await cells()
  }

  async function cut(): Promise<void> {
    // What the page loads once it is used is there, since a part that is cut off is an error in the console.
    await page.mouse.move(chance.between(300, 900), chance.between(300, 600))
    const loaded = `performance.getEntriesByType('resource').some(({ name }) => name.includes('record-panel'))`
    await expect.poll(() => ask(loaded), { timeout: STILL_MS }).toBe(true)
    await pause(1_500)
    await line.cut()
    count('cuts')
    try {
      for (let n = 0; n < 3; n++) await cells()
    } finally {
      await line.connect()
    }
  }

  async function reload(): Promise<void> {
    await back()
    count('reloads')
  }

  const plan: [weight: number, step: () => Promise<void>, name: string][] = [
    [30, cells, 'cells'],
    [4, refused, 'refused'],
    [6, undone, 'undo'],
    [6, pasted, 'paste'],
    [6, newRow, 'row'],
    [12, inRecord, 'record'],
    [3, kanban, 'kanban'],
    [2, calendar, 'calendar'],
    [1, obligation, 'obligation'],
    [1, newColumn, 'column'],
    [8, answer, 'answer'],
    [2, endSession, 'session'],
    [3, cut, 'cut'],
    [1, reload, 'reload'],
  ]
  /** Each as often as it weighs. */
  const steps = plan.flatMap(([weight, step, name]) =>
    Array.from({ length: weight }, () => ({ step, name })),
  )

  /** Signs in on the page of the sign-in, where a page leads that is opened without a session. */
  async function arrive(): Promise<void> {
    if (!isSignedOut) return void (await page.locator('h1').first().waitFor())
    const email = page.getByLabel('Email')
    await email.or(asks).or(page.locator('h1')).first().waitFor()
    if (await email.isVisible()) {
      await email.fill(person.email)
      await page.getByLabel(/^Password/).fill(person.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await email.waitFor({ state: 'detached' })
      isSignedOut = false
    }
  }

  async function signInAgain(): Promise<void> {
    await asks.waitFor({ timeout: STILL_MS })
    await asks.getByLabel(/^Password/).fill(person.password)
    await page.keyboard.press('Enter')
    await asks.waitFor({ state: 'detached' })
    isSignedOut = false
  }

  async function back(): Promise<void> {
    await page.goto(path)
    await arrive()
    // A row that waits is there before the list, as the first.
    await cell(board.ids.length - 1, 0).waitFor()
  }

  /** Goes on with the grid, without anything open. */
  async function recover(): Promise<void> {
    if (await asks.isVisible()) await signInAgain()
    await press('Escape', 'Escape')
    if (!page.url().includes(path) || page.url().includes('kind=')) await back()
  }

  let log: string[] = []
  return {
    who,
    log: () => log,

    async begin(): Promise<void> {
      await page.addInitScript(WATCH_DIALOGS)
      await page.goto(path)
      await grid.waitFor()
    },

    /** Does one thing. */
    async step(): Promise<void> {
      if (isSignedOut && (await asks.isVisible())) await signInAgain()
      line.hold(chance.happens(0.12) ? 1_500 : 300, one(['request', 'answer'] as const))
      const { step, name } = one(steps)
      log = [...log.slice(-12), name]
      await step().catch(async (error: Error) => {
        // What the page covers while it asks for the password cannot be clicked.
        const isAsked = isSignedOut && (error instanceof BrokenOff || error.name === 'TimeoutError')
        if (!isAsked) throw error
        count('broken off')
        if (!(await asks.isVisible())) await pause(500)
        await recover()
      })
      if (await record.isVisible()) {
        await record
          .getByRole('button', { name: 'Close record' })
          .click({ timeout: GLANCE_MS })
          .catch(() => {})
      }
      const strange = await ask<string[]>('window.strangeDialogs ?? []')
      if (strange.length > 0) throw new Error(`${who} saw a dialog: ${[...new Set(strange)]}`)
    },

    /** Waits until everything is sent, and returns what is kept beside cells. */
    async settle() {
      line.hold(0, 'request')
      if (isSignedOut) await page.reload().then(arrive)
      const since = performance.now()
      for (;;) {
        await page.goto('/icon.svg')
        const kept = await ask<Kept[]>(KEPT)
        const jobs = kept.flatMap((one) => [...one.jobs, ...one.news.rows])
        if (jobs.length === 0) {
          const of = (one: { rowId: string; key: string }, text: unknown) => ({
            who,
            cell: `${one.rowId} ${one.key}` as CellName,
            text: String(text ?? NO_STAGE),
          })
          const questions = kept.flatMap((one) => one.questions.map((it) => of(it, it.mine)))
          const notes = kept.flatMap((one) => one.notes.map((it) => of(it, it.typed)))
          return { questions, notes }
        }
        if (performance.now() - since > STILL_MS) {
          throw new Error(`${who} waits in vain: ${JSON.stringify(jobs)}`)
        }
        await back()
        await pause(2_000)
      }
    },

    /** Opens the grid again, and sees the cells that are asked about and refused. */
    async sees(wanted: { asked: number; refused: number }): Promise<void> {
      await back()
      const now = async () => ({
        asked: await grid.locator('[data-asked]').count(),
        refused: await grid.locator('[data-refused]').count(),
      })
      await expect
        .poll(now, { message: `what is kept for ${who}`, timeout: STILL_MS })
        .toEqual(wanted)
    },

    /** Comments that stand in their boxes. */
    drafts: async (): Promise<{ rowId: string; text: string }[]> => {
      const drafts = await ask<{ where: string; text: string }[]>(DRAFTS)
      return drafts.map(({ where, text }) => ({ rowId: where.slice('comment '.length), text }))
    },

    forget: () => ask('localStorage.clear()'),
  }
}
