// The money of a deal, calculated once more from the plain rules: in BigInt, and without any of the service's own
// arithmetic. It follows a deal step by step in the order in which the steps were locked.

/** A step as the database saw it: a row of `deals` or `deal_splits` after a change, or an entry that was posted. */
export interface Step {
  what: 'deals' | 'deal_splits' | 'deal_entries'
  // biome-ignore lint/suspicious/noExplicitAny: a row, as JSON
  row: any
}

type Basis = 'gross' | 'funded' | 'flat' | 'net'

interface ModelSplit {
  id: number
  basis: Basis
  ppm: bigint
  flat: bigint
  active: boolean
  held: boolean
  collected: bigint
  clawed: bigint
  drawn: bigint
}

/** Amounts by split, 0 for the house. */
type Parts = Map<number, bigint>

const MILLION = 1_000_000n

export class MoneyModel {
  readonly faults: string[] = []
  readonly splits = new Map<number, ModelSplit>()
  house = { collected: 0n, clawed: 0n }
  expected = 0n
  collected = 0n
  clawed = 0n
  /** What each entry gave or took, by its position. */
  readonly parts = new Map<number, Parts>()
  readonly #entries = new Map<string, Step['row']>()
  readonly #reversed = new Set<string>()
  readonly #draws = new Map<string, 'requested' | 'paid' | 'voided'>()
  #funded = 0n

  apply({ what, row }: Step): void {
    if (what === 'deals') this.#funded = BigInt(row.funded_minor ?? 0)
    else if (what === 'deal_splits') this.#noteSplit(row)
    else this.#entry(row)
    this.#check(what === 'deal_splits')
  }

  /** The part of each split if everything that is still expected came in at once. */
  pending(): Parts {
    const open = this.expected - this.collected
    return this.#divide(open > 0n ? open : 0n)
  }

  /** The figures of a split as the API names them. */
  figuresOf(id: number, pending: Parts = this.pending()) {
    const split = this.splits.get(id)!
    const unpaid = split.collected - split.clawed - split.drawn
    const due = pending.get(id) ?? 0n
    return {
      collectedMinor: Number(split.collected),
      pendingMinor: Number(due),
      entitledMinor: Number(split.collected + due),
      clawbackShareMinor: Number(split.clawed),
      drawnMinor: Number(split.drawn),
      unpaidMinor: Number(unpaid),
      availableMinor: split.held || unpaid < 0n ? 0 : Number(unpaid),
      isHeld: split.held,
    }
  }

  #noteSplit(row: Step['row']): void {
    const before = this.splits.get(row.id) ?? { collected: 0n, clawed: 0n, drawn: 0n }
    this.splits.set(row.id, {
      ...before,
      id: row.id,
      basis: row.basis,
      active: row.status === 'active',
      ppm: BigInt(row.share_ppm ?? 0),
      flat: BigInt(row.flat_amount_minor ?? 0),
      held: row.held_at !== null && row.released_at === null,
    })
  }

  #entry(row: Step['row']): void {
    const amount = BigInt(row.amount_minor)
    if (row.position !== this.#entries.size + 1) this.#fault(row, `comes at ${row.position}`)
    this.#entries.set(row.id, row)
    this.parts.set(row.position, new Map())
    if (row.kind === 'commission_expected') this.expected += amount
    else if (row.kind === 'commission_collected') {
      const parts = this.#divide(amount)
      for (const part of parts.values()) if (part < 0n) this.#fault(row, 'lowers a split')
      this.#move(row, 'collected', parts)
    } else if (row.kind === 'clawback') {
      if (amount > this.collected - this.clawed) this.#fault(row, 'exceeds what is collected')
      this.#move(row, 'clawed', this.#clawed(amount))
    } else if (row.kind === 'reversal') this.#reverse(row)
    else this.#draw(row, amount)
  }

  #draw(row: Step['row'], amount: bigint): void {
    const split = this.splits.get(row.deal_split_id)!
    const before = this.#draws.get(row.draw_id)
    if (row.kind === 'draw_requested') {
      if (split.held) this.#fault(row, 'is drawn of a held split')
      if (amount > split.collected - split.clawed - split.drawn) {
        this.#fault(row, 'is drawn beyond what is available')
      }
      split.drawn += amount
      this.#draws.set(row.draw_id, 'requested')
      return
    }
    if (before !== 'requested') this.#fault(row, `is of a draw that is ${before}`)
    if (row.kind === 'draw_paid' && split.held) this.#fault(row, 'is paid of a held split')
    if (row.kind === 'draw_voided') split.drawn -= amount
    this.#draws.set(row.draw_id, row.kind === 'draw_paid' ? 'paid' : 'voided')
  }

  #reverse(row: Step['row']): void {
    const original = this.#entries.get(row.reverses_id)
    if (!original || this.#reversed.has(original.id)) {
      this.#fault(row, 'takes back nothing')
      return
    }
    this.#reversed.add(original.id)
    const parts: Parts = new Map(
      [...this.parts.get(original.position)!].map(([id, part]) => [id, -part]),
    )
    if (original.kind === 'commission_expected') this.expected -= BigInt(original.amount_minor)
    else if (original.kind === 'commission_collected') this.#move(row, 'collected', parts)
    else if (original.kind === 'clawback') this.#move(row, 'clawed', parts)
    else if (original.kind === 'draw_paid') this.#draws.set(original.draw_id, 'requested')
    else this.#fault(row, `takes back ${original.kind}`)
  }

  #move(row: Step['row'], what: 'collected' | 'clawed', parts: Parts): void {
    for (const [id, part] of parts) {
      if (id === 0) this.house[what] += part
      else this.splits.get(id)![what] += part
      this[what] += part
    }
    this.parts.set(row.position, parts)
  }

  #divide(amount: bigint): Parts {
    const active = [...this.splits.values()]
      .filter(({ active }) => active)
      .sort((one, other) => one.id - other.id)
    const parts: Parts = new Map()
    let left = amount
    const give = (id: number, part: bigint) => {
      parts.set(id, part)
      left -= part
    }
    for (const [id, part] of byShare(left, active, 'gross')) if (id !== 0) give(id, part)
    for (const split of active.filter(({ basis }) => basis === 'funded' || basis === 'flat')) {
      const target = split.basis === 'flat' ? split.flat : (split.ppm * this.#funded) / MILLION
      const room = target > split.collected ? target - split.collected : 0n
      give(split.id, room < left ? room : left)
    }
    for (const [id, part] of byShare(left, active, 'net')) if (id !== 0) give(id, part)
    give(0, left)
    return parts
  }

  #clawed(amount: bigint): Parts {
    const each = [...this.splits.values()]
      .sort((one, other) => one.id - other.id)
      .map(({ id, collected, clawed }) => [id, collected - clawed] as const)
    return shared(amount, [...each, [0, this.house.collected - this.house.clawed]])
  }

  /** Checks what must be true after every step. */
  #check(isWithin: boolean): void {
    const all = [...this.splits.values()]
    const sum = (of: (split: ModelSplit) => bigint) => all.reduce((s, split) => s + of(split), 0n)
    const pending = this.pending()
    const entitled =
      sum(({ id, collected }) => collected + (pending.get(id) ?? 0n)) +
      this.house.collected +
      (pending.get(0) ?? 0n)
    const most = this.expected > this.collected ? this.expected : this.collected
    const rules: [boolean, string][] = [
      [sum(({ collected }) => collected) + this.house.collected === this.collected, 'receipts'],
      [sum(({ clawed }) => clawed) + this.house.clawed === this.clawed, 'clawbacks'],
      [entitled === most, 'what all are entitled to'],
      [all.every(({ clawed, collected }) => clawed >= 0n && clawed <= collected), 'a split’s sums'],
      [this.house.clawed >= 0n && this.house.clawed <= this.house.collected, 'the house’s sums'],
      [all.every(({ drawn }) => drawn >= 0n), 'draws'],
      ...(['gross', 'net'] as const).map((basis): [boolean, string] => [
        // A successor is made before its predecessor is retired, in the same transaction.
        isWithin ||
          sum((split) => (split.active && split.basis === basis ? split.ppm : 0n)) <= MILLION,
        `shares of ${basis}`,
      ]),
    ]
    for (const [holds, what] of rules) {
      if (!holds) this.faults.push(`step ${this.#entries.size}: ${what} don't add up`)
    }
  }

  #fault(row: Step['row'], what: string): void {
    this.faults.push(`${row.kind} at ${row.position} ${what}`)
  }
}

/** Divides an amount by parts per million. The rest goes to the house. */
function byShare(amount: bigint, splits: readonly ModelSplit[], basis: Basis): Parts {
  const of = splits.filter((split) => split.basis === basis)
  const rest = of.reduce((left, { ppm }) => left - ppm, MILLION)
  return shared(amount, [...of.map(({ id, ppm }) => [id, ppm] as const), [0, rest]])
}

/** Divides an amount by largest remainders. Ties are settled in the order of `weights`. */
function shared(amount: bigint, weights: readonly (readonly [number, bigint])[]): Parts {
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0n)
  const parts: Parts = new Map(weights.map(([id, w]) => [id, whole ? (amount * w) / whole : 0n]))
  const remainders = new Map(weights.map(([id, w]) => [id, whole ? (amount * w) % whole : 0n]))
  let left = amount - [...parts.values()].reduce((sum, part) => sum + part, 0n)
  for (; left > 0n; left--) {
    const [id] = [...remainders].reduce((best, one) => (one[1] > best[1] ? one : best))
    parts.set(id, parts.get(id)! + 1n)
    remainders.set(id, -1n)
  }
  return parts
}
