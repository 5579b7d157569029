import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { Refusal } from '../refusal.ts'
import { Lane, type LaneOptions } from './lane.ts'

const overloaded = { code: 'overloaded', status: 503, details: { retryAfter: 1 } }

/** A lane of numbers, each as heavy as its value. A batch ends when the test lets it go. */
function lane(options: Partial<LaneOptions<number, string>> = {}) {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  const made = new Lane<number, string>({
    work: async (items) => {
      batches.push(items)
      await new Promise<void>((open) => gates.push(open))
      return items.map((item) => `did ${item}`)
    },
    weigh: (item) => item,
    maxWeight: 10,
    maxWaiting: 100,
    ...options,
  })
  const turn = () => new Promise((next) => setImmediate(next))
  return {
    made,
    batches,
    turn,
    /** Lets the running batch end, and the next one start. */
    async letGo() {
      gates.shift()!()
      await turn()
    },
    async letAllGo() {
      for (let idle = 0; idle < 3; idle = gates.length > 0 ? 0 : idle + 1) {
        gates.shift()?.()
        await turn()
      }
    },
  }
}

describe('a lane', () => {
  it('says before any work whether it has room', async () => {
    const { made, turn, letAllGo } = lane()
    const first = made.submit(10)
    await turn()
    const waiting = made.submit(90)
    expect(() => made.requireRoom(10)).not.toThrow()
    expect(() => made.requireRoom(11)).toThrow(expect.objectContaining(overloaded))
    await letAllGo()
    await Promise.all([first, waiting])
    expect(() => made.requireRoom(500)).not.toThrow() // alone, anything goes
  })

  it('starts at once with the items of one turn; later ones share the next batch, in order', async () => {
    const { made, batches, turn, letAllGo } = lane()
    const first = [made.submit(1), made.submit(2)]
    await turn()
    expect(batches).toEqual([[1, 2]])
    const second = [made.submit(3), made.submit(1), made.submit(2)]
    await turn()
    expect(batches).toHaveLength(1)
    await letAllGo()
    expect(batches).toEqual([
      [1, 2],
      [3, 1, 2],
    ])
    expect(await Promise.all([...first, ...second])).toEqual(
      [1, 2, 3, 1, 2].map((item) => `did ${item}`),
    )
    expect(made.idle).toBe(true)
  })

  it('closes a batch at its weight, and gives a heavier item its own batch', async () => {
    const { made, batches, letAllGo } = lane()
    const all = [4, 6, 1, 25, 9, 1].map((item) => made.submit(item))
    await letAllGo()
    expect(batches).toEqual([[4, 6], [1], [25], [9, 1]])
    expect(await Promise.all(all)).toHaveLength(6)
  })

  it('refuses items beyond the weight that may wait, and accepts more once there is room', async () => {
    const { made, turn, letGo, letAllGo } = lane({ maxWaiting: 20 })
    const running = made.submit(10)
    await turn()
    const waiting = [made.submit(12), made.submit(8)]
    await expect(made.submit(1)).rejects.toMatchObject(overloaded)
    await letGo()
    const later = made.submit(12)
    await letAllGo()
    expect(await Promise.all([running, ...waiting, later])).toHaveLength(4)
  })

  it('accepts an item heavier than may wait, if nothing waits', async () => {
    const { made, letAllGo } = lane({ maxWaiting: 5 })
    const heavy = made.submit(50)
    await letAllGo()
    expect(await heavy).toBe('did 50')
  })

  it('refuses items that waited too long behind a blocked batch, and frees their room', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { made, batches, turn, letAllGo } = lane({ maxWaiting: 10, maxWaitMs: 40 })
    const running = made.submit(1)
    await turn()
    const late = expect(made.submit(9)).rejects.toMatchObject(overloaded)
    vi.advanceTimersByTime(60)
    const fresh = made.submit(1)
    await letAllGo()
    await late
    expect(await Promise.all([running, fresh])).toEqual(['did 1', 'did 1'])
    expect(batches).toEqual([[1], [1]])
    const room = made.submit(10)
    await letAllGo()
    expect(await room).toBe('did 10')
  })
})

test('a lane that rests answers its batch at once, and begins the next one later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const rested: (readonly number[])[] = []
  const restMs = (items: readonly number[]) => {
    rested.push(items)
    return 200
  }
  const { made, batches, turn, letGo, letAllGo } = lane({ restMs })
  const first = made.submit(10)
  await turn()
  const second = made.submit(9)
  await letGo()
  expect(await first).toBe('did 10')
  expect([batches, rested]).toEqual([[[10]], [[10]]])
  await vi.advanceTimersByTimeAsync(199)
  await turn()
  expect(batches).toEqual([[10]])
  await vi.advanceTimersByTimeAsync(1)
  await letAllGo()
  expect(await second).toBe('did 9')
})

test('a batch that lets the next one go on is answered by its own end', async () => {
  const ends: (() => void)[] = []
  const { made, turn } = lane({
    work: async (items, goOn) => {
      goOn()
      await new Promise<void>((end) => ends.push(end))
      return items.map((item) => `did ${item}`)
    },
  })
  const answered: string[] = []
  const submit = (item: number) => made.submit(item).then((result) => answered.push(result))
  const all = [submit(1)]
  await turn()
  all.push(submit(2))
  await turn()
  all.push(submit(3))
  await turn()
  expect(ends).toHaveLength(3)
  ends[1]!()
  await turn()
  expect(answered).toEqual(['did 2'])
  expect(made.idle).toBe(false)
  ends[0]!()
  ends[2]!()
  await Promise.all(all)
  await turn()
  expect(answered).toEqual(['did 2', 'did 1', 'did 3'])
  expect(made.idle).toBe(true)
})

describe('a failed batch', () => {
  it('is retried one by one, so that only the faulty item fails', async () => {
    const tried: number[][] = []
    const { made, turn } = lane({
      work: async (items) => {
        tried.push(items)
        if (items.includes(3)) throw new Error('cannot do 3')
        return items.map((item) => `did ${item}`)
      },
    })
    const outcomes = await Promise.allSettled([1, 3, 2].map((item) => made.submit(item)))
    expect(tried).toEqual([[1, 3, 2], [1], [3], [2]])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: { message: 'cannot do 3' } })
    await turn()
    expect(made.idle).toBe(true)
  })

  it('is not retried after a refusal: a lost connection may have committed it', async () => {
    let tries = 0
    const { made } = lane({
      work: async () => {
        tries++
        throw new Refusal('overloaded')
      },
    })
    const outcomes = await Promise.allSettled([1, 2].map((item) => made.submit(item)))
    expect(tries).toBe(1)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
