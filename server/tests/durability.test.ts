// No acknowledged write is lost, and a batch is whole or absent, whatever is killed. (database.test.ts and
// embedded.test.ts in the platform check that the service does not start if PostgreSQL itself would lose writes.)
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSeed } from './scenarios/chance.ts'
import { type DurabilityRound, durabilityRound } from './scenarios/durability.ts'
import { durabilityFaults, type StoredBoard } from './scenarios/durable.rules.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'

const seed = newSeed()
let dataDir: string
let round: DurabilityRound

beforeAll(async () => {
  dataDir = await temporaryDirectory()
  round = await durabilityRound({ dataDir, seed, serverKills: 3, databaseKills: 3 })
})
afterAll(() => discard(dataDir))

describe(`eight writers, three kills of the server and three of PostgreSQL (seed ${seed})`, () => {
  it('lose nothing that was acknowledged, and leave no part of a batch', () => {
    expect(durabilityFaults(round.heard, round.store)).toEqual([])
    const { acknowledged, cutOff, unavailable } = round.heard
    expect(acknowledged.length).toBeGreaterThan(150)
    expect(cutOff).toBeGreaterThan(0) // requests were in progress at the kills
    expect(unavailable).toBeGreaterThan(5) // answered 503 while PostgreSQL was down
  })

  const batch = ({ size }: { size: number }) => size > 1
  it.each<[string, RegExp, (board: StoredBoard) => void]>([
    ['an acknowledged row is gone', /was acknowledged and is lost/, ({ rows }) => rows.pop()],
    [
      'a row of a batch is gone',
      /rows are stored of/,
      ({ rows }) => rows.splice(rows.findIndex(batch), 1),
    ],
    [
      'a cell is not what was sent',
      /acknowledged as something else/,
      ({ rows }) => {
        rows[0]!.index++
      },
    ],
    [
      'a retry had two effects',
      /2 rows are stored of 1/,
      ({ rows }) => {
        const single = rows.find(({ size }) => size === 1)!
        rows.push({ ...single, id: 'another', position: 1e9 })
      },
    ],
    ['a receipt is gone', /receipts are not those/, ({ receipts }) => receipts.pop()],
    ['an event is gone', /events are not those/, ({ events }) => events.pop()],
    [
      'two rows have one position',
      /position \d+ is taken twice/,
      ({ rows }) => {
        rows[0]!.position = rows[1]!.position
      },
    ],
    ['the count is off', /row_count is/, ({ counter }) => void counter.rowCount++],
    [
      'the next position is taken',
      /next_position is/,
      ({ counter }) => {
        counter.nextPosition--
      },
    ],
  ])('would be noticed: %s', (_, fault, harm) => {
    const store = structuredClone(round.store)
    for (const board of store) board.rows.sort((a, b) => a.position - b.position)
    harm(store[0]!)
    expect(durabilityFaults(round.heard, store).join('\n')).toMatch(fault)
  })

  it('would be noticed: an answer that is neither a success nor a 503', () => {
    const heard = { ...round.heard, odd: ['w1 1: answered 500'] }
    expect(durabilityFaults(heard, round.store)).toContain('w1 1: answered 500')
  })
})
