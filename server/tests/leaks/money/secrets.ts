import type { Answer } from '../../support/clients/client.ts'
import { textsOf } from '../search.ts'
import { MARK, type MoneyAsker, type MoneyWorld } from './world.ts'

/** Smaller numbers are not amounts of the world, but statuses, limits and counts. */
const LEAST = 20_000

/** The amounts, shares and numbers of deals and splits in what was answered. */
function amountsIn(value: unknown): string[] {
  if (typeof value === 'number') return Math.abs(value) >= LEAST ? [String(Math.abs(value))] : []
  if (typeof value !== 'object' || value === null) return []
  // People's numbers are also in lists of people.
  return Object.entries(value).flatMap(([key, one]) => (key === 'crmUserId' ? [] : amountsIn(one)))
}

/** All figures: the amounts, shares and ids of all deals, as the owner gets them. */
export async function allFigures(world: MoneyWorld): Promise<Set<string>> {
  const answers: unknown[] = [(await world.ask('GET', '/v1/accounting/deals?totals=true')).totals]
  const ids: string[] = []
  for (const deal of world.deals) {
    answers.push((await world.ask('GET', `/v1/accounting/deals/${deal.id}`)).data)
    const { data: entries } = await world.ask('GET', `/v1/accounting/deals/${deal.id}/ledger`)
    answers.push(entries)
    ids.push(...entries.map(({ id }: { id: string }) => id), ...deal.draws.values())
    const splits = (await world.ask('GET', `/v1/accounting/deal-splits?dealId=${deal.id}`)).data
    answers.push(splits)
    for (const { id } of splits) {
      const at = `/v1/accounting/deal-splits/${id}/availability/explanation`
      answers.push((await world.ask('GET', at)).data)
    }
  }
  answers.push((await world.ask('GET', '/v1/accounting/parties/house/house/balance')).data)
  for (const name of ['Brokers', 'Funder', 'Successor']) {
    const at = `/v1/accounting/parties/external/${MARK}%20${name}/balance`
    answers.push((await world.ask('GET', at)).data)
  }
  return new Set([...amountsIn(answers), ...ids])
}

/** The figures about the asker's own splits: their terms, figures, parts and draws, and the ids of these. */
export async function ownFigures(world: MoneyWorld, asker: MoneyAsker): Promise<Set<string>> {
  const { splitIds, accountId, crmUserId } = world.seats[asker]
  const isOwn = (id: number | null) => id !== null && splitIds.includes(id)
  const answers: unknown[] = []
  const ids: string[] = []
  for (const id of splitIds) {
    const { detail, ...split } = (await world.ask('GET', `/v1/accounting/deal-splits/${id}`)).data
    answers.push(split)
    const draws = (await world.ask('GET', `/v1/accounting/deal-splits/${id}/draws`)).data
    answers.push(draws)
    const at = `/v1/accounting/deal-splits/${id}/availability/explanation`
    const { figures, entries } = (await world.ask('GET', at)).data
    for (const figure of figures) answers.push(figure.amountMinor, figure.terms)
    for (const { entryId, adds } of entries) {
      answers.push(adds)
      ids.push(entryId)
    }
    ids.push(world.deals.find(({ draws }) => draws.has(id))!.draws.get(id)!)
  }
  if (splitIds.length === 0) return new Set()
  const ledgers = world.deals.map(
    async ({ id }) => (await world.ask('GET', `/v1/accounting/deals/${id}/ledger`)).data,
  )
  for (const entry of (await Promise.all(ledgers)).flat()) {
    const parts = entry.allocations.filter((part: { dealSplitId: number | null }) =>
      isOwn(part.dealSplitId),
    )
    if (parts.length > 0 || isOwn(entry.dealSplitId)) ids.push(entry.id)
    answers.push(parts)
  }
  for (const [kind, ref] of [
    ['account', accountId],
    ['crm_user', crmUserId],
  ]) {
    answers.push((await world.ask('GET', `/v1/accounting/parties/${kind}/${ref}/balance`)).data)
  }
  return new Set([...amountsIn(answers), ...ids])
}

/** The figures that an answer contains, in minor units or in major ones, and the mark of all texts. */
export function foundIn(texts: readonly string[], figures: Iterable<string>): string[] {
  const all = texts.join('\0').toLowerCase()
  return [MARK, ...figures].filter((figure) => {
    const forms = /^\d+$/.test(figure)
      ? [figure, `${figure.slice(0, -2)}.${figure.slice(-2)}`]
      : [figure]
    return forms.some((form) => all.includes(form) && (figure === MARK || isWhole(form, all)))
  })
}

const isWhole = (form: string, all: string): boolean =>
  new RegExp(`(?<![\\w-])${form.replace('.', '\\.')}(?![\\w-])`).test(all)

export const foundInAnswer = (answer: Answer, figures: Iterable<string>): string[] =>
  foundIn(textsOf(answer), figures)
