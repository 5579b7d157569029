/**
 * `node bench/journeys.ts`: what the eight things that a desk does most cost in the built app. It does each in a browser
 * and prints the clicks, the keys and the seconds beside the clicks of the best other product.
 *
 * It works at the speed of a practised hand: 1.2 s to point and click, 0.12 s a key. So the seconds are those of a person.
 * The clicks of others are from daily use of Airtable and HubSpot. A journey that takes more of them ends with status 1.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from 'playwright-core'
import { paths } from '../web/paths.ts'
import { launchOptions } from '../web/tests/support/chromium.ts'
import { gridOf } from '../web/tests/support/grid.ts'
import { openApp } from './app-window.ts'
import { type Board, makeBoards } from './desk.ts'
import { printTable } from './report.ts'
import { startServer } from './server.ts'

const CLICK_MS = 1_200
const KEY_MS = 120
const LEADS = 200
const LINES = 5_000

/** Works as fast as a hand, and counts what it does. */
class Hand {
  clicks = 0
  keys = 0
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  async click(what: Locator): Promise<void> {
    this.clicks++
    await this.#page.waitForTimeout(CLICK_MS)
    await what.first().click()
  }
  async type(text: string): Promise<void> {
    this.keys += text.length
    await this.#page.keyboard.type(text, { delay: KEY_MS })
  }
  async press(key: string): Promise<void> {
    this.keys++
    await this.#page.waitForTimeout(KEY_MS)
    await this.#page.keyboard.press(key)
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const server = await startServer(dataDir)
const browser = await chromium.launch(await launchOptions())
let isWorse = false
try {
  const [{ token }] = (await makeBoards(server.port, 1)) as [Board]
  const desk = await furnish(token)
  const lines: string[][] = []
  for (const { name, at, best, walk } of journeys(desk)) {
    const page = await openApp(browser, server.port)
    page.setDefaultTimeout(30_000)
    await page.goto(at)
    await page.locator('h1').first().waitFor()
    await page.waitForTimeout(2_000)
    const hand = new Hand(page)
    const start = performance.now()
    await walk(hand, page)
    const seconds = (performance.now() - start) / 1000
    await page.context().close()
    if (best !== null && hand.clicks > best) isWorse = true
    lines.push([
      name,
      ...[hand.clicks, hand.keys].map(String),
      seconds.toFixed(0),
      `${best ?? '–'}`,
    ])
    console.error(...lines.at(-1)!)
  }
  printTable(['Journey', 'Clicks', 'Keys', 'Seconds', 'Clicks of the best other'], lines)
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
if (isWorse) process.exitCode = 1

interface Journey {
  name: string
  /** The page it starts on. */
  at: string
  /** The clicks that the best other product needs; null if none can do it. */
  best: number | null
  /** Resolves when the result is on the screen. */
  walk: (hand: Hand, page: Page) => Promise<void>
}

function journeys({ leadIds, dealId }: Desk): Journey[] {
  const leads = paths.records('leads')
  return [
    {
      name: 'Add a lead with 5 fields',
      at: leads,
      best: 1,
      walk: async (hand, page) => {
        await hand.click(page.getByRole('button', { name: 'Add a row' }))
        const fields = ['Golden Gate Deli', 'Mo Chen', 'mo@deli.example', '(312) 555-0188', '25k']
        for (const [n, field] of fields.entries()) {
          await hand.type(field)
          await hand.press(n < fields.length - 1 ? 'Tab' : 'Enter')
        }
        await gridOf(page).grid.getByText('$25,000', { exact: true }).waitFor()
      },
    },
    {
      name: 'Change a stage',
      at: leads,
      best: 1,
      walk: async (hand, page) => {
        await hand.click(gridOf(page).cell(0, 5))
        await hand.type('qu')
        await hand.press('Enter')
        await gridOf(page).cell(0, 5).getByText('Qualified').waitFor()
      },
    },
    {
      name: 'Find the caller by number',
      at: paths.home(),
      best: 1,
      walk: async (hand, page) => {
        await hand.press('Control+k')
        await hand.type('(312) 555-0107')
        await page.getByRole('option').filter({ hasText: 'Lead 107' }).waitFor()
        await hand.press('Enter')
        await page.getByLabel('Record', { exact: true }).getByText('Lead 107').first().waitFor()
      },
    },
    {
      name: 'Text a lead from its record',
      at: paths.record('leads', leadIds[3]!),
      best: 2,
      walk: async (hand, page) => {
        const record = page.getByLabel('Record', { exact: true })
        await hand.click(record.getByRole('button', { name: 'Text', exact: true }))
        await record.getByRole('form', { name: 'Write a text' }).locator('textarea:focus').waitFor()
        await hand.type('Your offer is ready.')
        await hand.press('Control+Enter')
        await record.getByRole('listitem').filter({ hasText: 'Your offer is ready.' }).waitFor()
      },
    },
    {
      name: 'Complete a stip',
      at: paths.home(),
      best: 1,
      walk: async (hand, page) => {
        await hand.click(page.getByRole('button', { name: 'Complete Voided check' }))
        await page.getByText('Completed “Voided check”').waitFor()
      },
    },
    {
      name: 'Open leads by amount, saved as a view',
      at: leads,
      best: 9,
      walk: async (hand, page) => {
        await hand.click(page.getByRole('button', { name: 'Filter', exact: true }))
        await hand.click(page.getByRole('option', { name: 'Stage' }))
        await hand.click(page.getByRole('option', { name: 'New' }))
        await page.getByRole('button', { name: 'Clear filter' }).waitFor()
        await hand.press('Escape')
        await hand.click(page.getByRole('button', { name: 'Menu for Amount requested' }))
        await hand.click(page.getByRole('menuitem', { name: /descending/i }))
        await hand.click(page.getByRole('button', { name: 'Save', exact: true }))
        await page.getByRole('textbox', { name: 'Name' }).waitFor()
        await hand.type('Open by amount')
        await hand.press('Enter')
        await page.getByRole('button', { name: 'View: Open by amount' }).waitFor()
      },
    },
    {
      name: 'Record a collection and pay a draw',
      at: paths.deal(dealId),
      best: null,
      walk: async (hand, page) => {
        await hand.click(page.getByRole('button', { name: 'Record collection' }))
        await page.getByLabel('Amount received').waitFor()
        await hand.type('1000')
        await page.getByText('$600').first().waitFor()
        await hand.press('Enter')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await hand.click(page.getByRole('button', { name: 'Actions for Rosa Delgado’s split' }))
        await hand.click(page.getByRole('menuitem', { name: 'Draw', exact: true }))
        await page.getByRole('dialog').getByLabel('Amount').waitFor()
        await hand.type('250')
        await hand.press('Enter')
        await page.getByText('$250 set aside for Rosa Delgado.').waitFor()
        await hand.click(page.getByRole('button', { name: 'Pay $250' }))
        await hand.click(page.getByRole('button', { name: 'Mark as paid' }))
        await page.getByText('$250 was paid.').waitFor()
      },
    },
    {
      name: `Import ${LINES.toLocaleString('en')} messy leads`,
      at: leads,
      best: 8,
      walk: async (hand, page) => {
        await hand.click(page.getByRole('button', { name: 'More about Leads' }))
        await hand.click(page.getByRole('menuitem', { name: 'Import file' }))
        const chooser = page.waitForEvent('filechooser')
        await hand.click(page.getByText('Drop a CSV or XLSX file here, or choose one'))
        await (await chooser).setFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: messy() })
        await hand.click(page.getByRole('button', { name: /^Import [\d,]+ rows/ }))
        await page.getByRole('heading', { level: 1, name: 'Import: leads.csv' }).waitFor()
        await page.getByText(/^(completed|some refused)$/).waitFor()
      },
    },
  ]
}

interface Desk {
  leadIds: string[]
  dealId: number
}

/** Leads, a stip that is due today and a deal whose commission is split, as the journeys need them. */
async function furnish(token: string): Promise<Desk> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${text}`)
    // biome-ignore lint/suspicious/noExplicitAny: an answer of the API
    return JSON.parse(text).data as any
  }
  const rows = Array.from({ length: LEADS }, (_, n) => ({
    cells: {
      business: `Lead ${n}`,
      contact: 'Ann Lee',
      email: `lead${n}@example.com`,
      phone: `+1312555${String(n).padStart(4, '0')}`,
      amount_requested: 1_000 * n,
      stage: n % 2 ? 'New' : 'Lost',
    },
  }))
  const leads: { id: string }[] = await post('/v1/definitions/leads/rows', { rows })
  await post('/v1/obligations', {
    title: 'Voided check',
    obligationType: 'stipulation',
    dueAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const deal = await post('/v1/accounting/deals', { name: 'Blue Anchor', currency: 'USD' })
  await post('/v1/accounting/deal-splits', {
    dealId: deal.id,
    basis: 'gross',
    sharePpm: 600_000,
    partyKind: 'external',
    externalParty: 'Rosa Delgado',
  })
  return { leadIds: leads.map(({ id }) => id), dealId: deal.id }
}

/** A list as brokers send it: other headings, phones and amounts in all forms, and some that cannot be read. */
function messy(): Buffer {
  const phones = ['(415) 555-0110', '415.555.0111', '+1 415 555 0112', 'n/a']
  const amounts = ['$250.00', '100', '2k', '"$1,250.5"']
  const stages = ['New', 'contacted', 'QUALIFIED', 'Pending docs']
  const lines = Array.from({ length: LINES }, (_, n) => {
    const one = (values: string[]) => values[(n * 7) % values.length]
    return `Shop ${n},Zoë,c${n}@example.com,${one(phones)},${one(amounts)},${one(stages)},call back`
  })
  const heading = 'Company Name,Contact Person,E-mail,Phone #,Requested $,Status,Comments'
  return Buffer.from([heading, ...lines].join('\n'))
}
