import type { Api } from '../support/desks/fixtures.ts'
import { MoneyModel, type Step } from './money.rules.ts'

interface Stage extends Api {
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it selects
  sql: (text: string, values?: unknown[]) => Promise<any[]>
  token: string
}

export interface Happened {
  dealId: number
  party: string
  entries: readonly string[]
}

/**
 * Follows a deal with the model, and compares it with what is stored and answered.
 *
 * @param posted counts the steps by kind.
 */
export async function moneyFaults(
  stage: Stage,
  happened: Happened,
  posted: Map<string, number>,
): Promise<string[]> {
  const { dealId } = happened
  const steps: Step[] = await stage.sql(
    'SELECT what, row FROM money_steps WHERE deal_id = $1 ORDER BY seq',
    [dealId],
  )
  const model = new MoneyModel()
  for (const step of steps) {
    model.apply(step)
    const kind = step.what === 'deal_entries' ? step.row.kind : step.what
    posted.set(kind, (posted.get(kind) ?? 0) + 1)
  }
  return [
    ...model.faults,
    ...(await partFaults(stage, dealId, model)),
    ...(await dealFaults(stage, dealId, model)),
    ...(await splitFaults(stage, dealId, model)),
    ...(await partyFaults(stage, happened, model)),
    ...lostFaults(happened, steps),
  ]
}

const read = async ({ api, token }: Stage, path: string) =>
  (await api('GET', `/v1/accounting${path}`, { token })).body.data

async function partFaults({ sql }: Stage, dealId: number, model: MoneyModel): Promise<string[]> {
  const stored = await sql(
    'SELECT position, deal_split_id AS id, amount_minor AS amount FROM deal_allocations WHERE deal_id = $1',
    [dealId],
  )
  const line = (position: number, id: number, amount: unknown) => `${position}:${id}:${amount}`
  const found = stored.map(({ position, id, amount }) => line(position, id, amount)).sort()
  const wanted = [...model.parts]
    .flatMap(([position, parts]) =>
      [...parts].flatMap(([id, part]) => (part === 0n ? [] : [line(position, id, part)])),
    )
    .sort()
  return different('parts', found.join(' '), wanted.join(' '))
}

async function dealFaults(stage: Stage, dealId: number, model: MoneyModel): Promise<string[]> {
  const [kept] = await stage.sql(
    `SELECT expected_minor, collected_minor, clawed_minor, house_collected_minor, house_clawed_minor
     FROM deals WHERE id = $1`,
    [dealId],
  )
  const { expected, collected, clawed, house } = model
  const deal = await read(stage, `/deals/${dealId}`)
  return [
    ...different(
      'the sums of the deal',
      Object.values(kept).join(),
      [expected, collected, clawed, house.collected, house.clawed].join(),
    ),
    ...different(
      'the deal as answered',
      [deal.expectedMinor, deal.collectedMinor, deal.clawedBackMinor].join(),
      [expected, collected, clawed].join(),
    ),
  ]
}

async function splitFaults(stage: Stage, dealId: number, model: MoneyModel): Promise<string[]> {
  const splits = await read(stage, `/deal-splits?dealId=${dealId}`)
  const faults = different('splits', splits.length, model.splits.size)
  const pending = model.pending()
  for (const { id, availability } of splits) {
    const wanted = model.figuresOf(id, pending)
    faults.push(...different(`split ${id}`, inOrder(availability), inOrder(wanted)))
  }
  // The explanation of one split per deal, each time of another one.
  const { id } = splits[dealId % splits.length]
  const path = `/deal-splits/${id}/availability/explanation?limit=1000`
  return [...faults, ...explanationFaults(await read(stage, path), model.figuresOf(id, pending))]
}

interface SplitAnswer {
  id: number
  entitledByTermsMinor: number | null
  availability: { entitledMinor: number }
}

async function partyFaults(
  stage: Stage,
  { dealId, party }: Happened,
  model: MoneyModel,
): Promise<string[]> {
  const owned = await stage.sql(
    'SELECT id FROM deal_splits WHERE deal_id = $1 AND external_party = $2',
    [dealId, party],
  )
  const path = `/parties/external/${encodeURIComponent(party)}/balance`
  const [balance] = (await read(stage, path)).balances
  if (owned.length === 0) return different('the party', balance, undefined)
  const pending = model.pending()
  const figures = owned.map(({ id }) => model.figuresOf(id, pending))
  const wanted: Record<string, unknown> = {
    currency: 'USD',
    splitCount: figures.length,
    heldMinor: sumOf(figures.map((one) => (one.isHeld ? Math.max(0, one.unpaidMinor) : 0))),
  }
  // Splits answer what their terms leave them, to which those of a party add up.
  const ids = new Set(owned.map(({ id }) => id))
  const splits = (await read(stage, `/deal-splits?dealId=${dealId}`)) as SplitAnswer[]
  wanted.entitledByTermsMinor = sumOf(
    splits
      .filter(({ id }) => ids.has(id))
      .map((one) => one.entitledByTermsMinor ?? one.availability.entitledMinor),
  )
  for (const name of Object.keys(figures[0]!) as (keyof (typeof figures)[0])[]) {
    if (name !== 'isHeld') wanted[name] = sumOf(figures.map((one) => one[name] as number))
  }
  return different('the party', inOrder(balance), inOrder(wanted))
}

/** Entries that were answered as posted must be stored once, and no others. */
function lostFaults({ entries }: Happened, steps: readonly Step[]): string[] {
  const posted = steps
    .filter(({ what }) => what === 'deal_entries')
    .filter(({ row }) => /^(?:commission_|clawback)/.test(row.kind))
    .map(({ row }) => row.id as string)
  return different('posted', [...entries].sort().join(' '), posted.sort().join(' '))
}

interface Explained {
  availability: Record<string, unknown>
  figures: { name: string; amountMinor: number; terms: { amountMinor: number }[] }[]
  entries: { adds: { figure: string; amountMinor: number }[] }[]
}

/** The terms must add up to their figures, the entries to theirs, and all figures must be those of the model. */
function explanationFaults(explained: Explained, wanted: Record<string, unknown>): string[] {
  const { isHeld, ...figures } = wanted
  const named = Object.fromEntries(explained.figures.map((one) => [one.name, one.amountMinor]))
  const added: Record<string, number> = { collectedMinor: 0, clawbackShareMinor: 0, drawnMinor: 0 }
  for (const { adds } of explained.entries) {
    for (const { figure, amountMinor } of adds) added[figure] = added[figure]! + amountMinor
  }
  const kept = Object.fromEntries(Object.keys(added).map((name) => [name, wanted[name]]))
  return [
    ...different('explained as kept', inOrder(explained.availability), inOrder(wanted)),
    ...different('explained figures', inOrder(named), inOrder(figures)),
    ...different('explained entries', inOrder(added), inOrder(kept)),
    ...explained.figures.flatMap(({ name, amountMinor, terms }) =>
      different(`the terms of ${name}`, sumOf(terms.map((one) => one.amountMinor)), amountMinor),
    ),
  ]
}

const inOrder = (figures: object): string =>
  JSON.stringify(Object.entries(figures).sort(([one], [other]) => (one < other ? -1 : 1)))

const different = (what: string, found: unknown, wanted: unknown): string[] =>
  found === wanted ? [] : [`${what}: ${found}, not ${wanted}`]

const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
