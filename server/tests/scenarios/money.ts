import type { Answer } from '../support/clients/client.ts'
import type { Api } from '../support/desks/fixtures.ts'
import { keepBesideRows } from '../support/postgres/beside-rows.ts'
import { type Chance, chanceOf } from './chance.ts'
import { moneyFaults } from './money-checks.ts'

// Random histories of a deal by several clients at once, over HTTP, compared with the model.

export interface MoneyDesk extends Api {
  /** Runs SQL as the owner of the tables. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it selects
  sql: (text: string, values?: unknown[]) => Promise<any[]>
  /** The access token of a manager, or of a higher role. */
  token: string
}

export interface MoneyRounds {
  seed: number
  /** How many histories, each of a deal of its own. */
  rounds: number
  clients?: number
  steps?: number
  /** Spoils what is stored, once the clients are done. The check must find it. */
  spoil?: (desk: MoneyDesk, dealId: number) => Promise<unknown>
}

/** Refusals that are right when two clients want what only one can have. */
const RIGHTLY_REFUSED = new Set([
  'insufficient_available',
  'split_held',
  'already_held',
  'not_held',
  'split_inactive',
  'over_allocated',
  'exceeds_collected',
  'already_reversed',
  'would_go_negative',
  'already_paid',
  'already_voided',
])

/** Needs `watchMoney` first. @returns what was wrong, in words, and how many steps of each kind there were. */
export async function moneyRounds(
  desk: MoneyDesk,
  { seed, rounds, clients = 4, steps = 40, spoil }: MoneyRounds,
): Promise<{ faults: string[]; posted: Map<string, number> }> {
  const posted = new Map<string, number>()
  const faults: string[] = []
  for (let round = 0; round < rounds && faults.length === 0; round++) {
    const history = new History(desk, chanceOf(seed * 1000 + round))
    await history.begin()
    await Promise.all(
      Array.from({ length: clients }, () => history.client(Math.round(steps / clients))),
    )
    await spoil?.(desk, history.dealId)
    const found = [...history.faults, ...(await moneyFaults(desk, history, posted))]
    faults.push(...found.map((fault) => `history ${seed}/${round}: ${fault}`))
  }
  return { faults, posted }
}

/**
 * Makes the database record each step of a deal while the deal is locked. The model follows the steps in that order,
 * without any clock. The service does not know about it.
 */
export async function watchMoney({ sql }: Pick<MoneyDesk, 'sql'>): Promise<void> {
  await sql(`CREATE TABLE money_steps (workspace_id uuid, seq bigserial, deal_id integer, what text, row jsonb,
    PRIMARY KEY (workspace_id, seq))`)
  await sql('CREATE INDEX ON money_steps (deal_id)')
  await keepBesideRows(sql, 'money_steps')
  await sql(`CREATE FUNCTION write_money_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO public.money_steps (workspace_id, deal_id, what, row)
      VALUES (NEW.workspace_id, (to_jsonb(NEW) ->> TG_ARGV[1])::integer, TG_ARGV[0], to_jsonb(NEW));
      RETURN NULL;
    END $$`)
  await sql(`CREATE TRIGGER money_step AFTER INSERT OR UPDATE OF funded_minor ON deals
    FOR EACH ROW EXECUTE FUNCTION write_money_step('deals', 'id')`)
  await sql(`CREATE TRIGGER money_step AFTER INSERT OR UPDATE OF basis, share_ppm, flat_amount_minor, status, held_at,
    released_at ON deal_splits FOR EACH ROW EXECUTE FUNCTION write_money_step('deal_splits', 'deal_id')`)
  await sql(`CREATE TRIGGER money_step AFTER INSERT ON deal_entries
    FOR EACH ROW EXECUTE FUNCTION write_money_step('deal_entries', 'deal_id')`)
}

let parties = 0

class History {
  readonly faults: string[] = []
  dealId = 0
  /** The party of its splits, except the house's. No other deal has this party. */
  readonly party = `Broker ${++parties}`
  /** The ids of entries that were answered as posted. */
  readonly entries: string[] = []
  readonly #desk: MoneyDesk
  readonly #chance: Chance
  readonly #splits: number[] = []
  readonly #draws: string[] = []

  constructor(desk: MoneyDesk, chance: Chance) {
    this.#desk = desk
    this.#chance = chance
  }

  async begin(): Promise<void> {
    const between = this.#chance.between
    const fundedMinor = between(0, 60_000)
    this.dealId = (
      await this.#send('POST', '/deals', { name: 'Random', currency: 'USD', fundedMinor })
    ).body.data.id
    for (let n = between(2, 4); n > 0; n--) await this.#addSplit()
    await this.#post('expectations')
    await this.#post('collections')
  }

  async client(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) await this.#step()
  }

  async #step(): Promise<void> {
    const { between, happens } = this.#chance
    const dice = this.#chance.next()
    const split = this.#oneOf(this.#splits)
    if (dice < 0.08) await this.#post('expectations')
    else if (dice < 0.32) await this.#post('collections')
    else if (dice < 0.44) await this.#post('clawbacks', { reason: 'Paid back early' })
    else if (dice < 0.52) await this.#reverse()
    else if (dice < 0.7) {
      const body = { amountMinor: between(1, happens(0.8) ? 600 : 3_000) }
      const { body: drawn } = await this.#send('POST', `/deal-splits/${split}/draws`, body)
      if (drawn.data) this.#draws.push(drawn.data.id)
    } else if (dice < 0.82) {
      const verb = happens(0.6) ? 'pay' : 'void'
      if (this.#draws.length > 0) {
        await this.#send('POST', `/draws/${this.#oneOf(this.#draws)}/${verb}`)
      }
    } else if (dice < 0.88) {
      const verb = happens(0.5) ? 'hold' : 'release'
      await this.#send('POST', `/deal-splits/${split}/${verb}`, { reason: 'Looking into it' })
    } else if (dice < 0.93) await this.#send('PATCH', `/deal-splits/${split}`, this.#terms())
    else if (dice < 0.96) {
      const body = { reason: 'Left', ...(happens(0.7) && { successor: this.#successor() }) }
      const { body: retired } = await this.#send('POST', `/deal-splits/${split}/deactivate`, body)
      if (retired.successor) this.#splits.push(retired.successor.id)
    } else if (dice < 0.98) await this.#addSplit()
    else await this.#send('PATCH', `/deals/${this.dealId}`, { fundedMinor: between(0, 60_000) })
  }

  async #post(what: string, more: object = {}): Promise<void> {
    const body = { amountMinor: this.#chance.between(1, 4_000), ...more }
    // Now and then it sends twice, like a client that is unsure whether the first request arrived.
    const key = this.#chance.happens(0.1) ? { 'idempotency-key': crypto.randomUUID() } : undefined
    const send = () => this.#send('POST', `/deals/${this.dealId}/${what}`, body, key)
    const answers = await Promise.all(key ? [send(), send()] : [send()])
    const ids = answers.flatMap(({ body }) => (body.data ? [body.data.id] : []))
    this.entries.push(...new Set(ids))
  }

  async #reverse(): Promise<void> {
    let id = this.#oneOf(this.entries)
    if (this.#chance.happens(0.4)) {
      const path = `/deals/${this.dealId}/ledger?kind=draw_paid`
      id = (await this.#send('GET', path)).body.data[0]?.id ?? id
    }
    await this.#send('POST', `/entries/${id}/reverse`, { reason: 'A mistake' })
  }

  async #addSplit(): Promise<void> {
    const party = this.#chance.happens(0.8)
      ? { partyKind: 'external', externalParty: this.party }
      : { partyKind: 'house' }
    const body = { dealId: this.dealId, ...party, ...this.#terms() }
    const { body: made } = await this.#send('POST', '/deal-splits', body)
    if (made.data) this.#splits.push(made.data.id)
  }

  #terms(): object {
    const { between } = this.#chance
    const basis = this.#oneOf(['gross', 'gross', 'net', 'net', 'funded', 'flat'])
    return basis === 'flat'
      ? { basis, flatAmountMinor: between(1, 3_000) }
      : { basis, sharePpm: this.#oneOf([333_333, 250_000, 1, between(1, 500_000)]) }
  }

  #successor(): object {
    return this.#chance.happens(0.5) ? {} : this.#terms()
  }

  #oneOf<T>(things: readonly T[]): T {
    return things[this.#chance.between(0, things.length - 1)]!
  }

  async #send(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    const { api, token } = this.#desk
    const answer = await api(method, `/v1/accounting${path}`, {
      token,
      body,
      ...(headers && { headers }),
    })
    if (answer.status > 201 && !RIGHTLY_REFUSED.has(answer.body?.code)) {
      this.faults.push(`${method} ${path} ${JSON.stringify(body)} answered ${answer.text}`)
    }
    return answer
  }
}
