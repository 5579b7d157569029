import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '../../list/types.ts'
import { nothingPending } from './pending.rules.ts'
import type { RowQuery } from './row-query.rules.ts'
import { RowSource } from './row-source.ts'
import { RowTotals } from './row-totals.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const row = (n: number, amount: number) =>
  ({ id: `r${n}`, position: n, version: 1, cells: { amount } }) as unknown as Row

/** A list of two rows with its sum and smallest amount, and a service that answers when it is told. */
async function makeTotals(query: RowQuery = {}) {
  const rows = [row(1, 10), row(2, 20)]
  const source = new RowSource('board', (async () => {
    return { data: rows, total: rows.length, nextCursor: null, groups: null }
  }) as never)
  const asked: ((values: number[]) => void)[] = []
  const totals = new RowTotals(
    source,
    (() =>
      new Promise((resolve) => {
        asked.push((values) => resolve({ totals: values.map((value) => ({ value })) } as never))
      })) as never,
  )
  source.ask(query, [])
  await vi.advanceTimersByTimeAsync(0)
  const wanted = (['sum', 'min'] as const).map((kind) => ({ key: 'amount', kind, isNumber: true }))
  totals.ask(query, wanted, false)
  const answer = async (...values: number[]) => {
    asked.shift()!(values)
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    source,
    answer,
    isAsked: () => asked.length > 0,
    quiet: () => vi.advanceTimersByTimeAsync(1_100),
    /** What is shown; in brackets if it is not sure. */
    shown: () =>
      totals.shown.get().map(({ value, isSure }) => (isSure ? `${value}` : `(${value})`)),
  }
}

test('totals follow rows at once, and an answer that may be older than a change is not believed', async () => {
  const { source, answer, isAsked, quiet, shown } = await makeTotals()
  expect(shown()).toEqual(['(undefined)', '(undefined)'])
  await answer(30, 10)
  expect(shown()).toEqual(['30', '10'])

  source.append([row(3, 5)])
  expect(shown()).toEqual(['35', '5'])
  expect(isAsked()).toBe(false)
  await quiet()
  source.append([row(4, 7)])
  await answer(35, 5)
  expect(shown()).toEqual(['42', '5'])
  await quiet()
  await answer(42, 5)
  expect(shown()).toEqual(['42', '5'])

  // The next smallest amount is not known here.
  source.remove(['r3'])
  expect(shown()).toEqual(['37', '(5)'])
  await quiet()
  await answer(37, 7)
  expect(shown()).toEqual(['37', '7'])
})

test('what is not saved yet counts, and nothing is asked meanwhile', async () => {
  const { source, answer, isAsked, quiet, shown } = await makeTotals()
  await answer(30, 10)
  const draw = (...amounts: unknown[]) => {
    const cells = amounts.map((amount) => new Map([['r2', new Map([['amount', amount]])]]))
    source.pending = () => ({ ...nothingPending, cells })
    source.redraw()
  }
  draw(25)
  expect(shown()).toEqual(['35', '10'])
  draw(25, '2k')
  expect(shown()).toEqual(['(30)', '(10)'])
  source.tells.doubted()
  await quiet()
  expect(isAsked()).toBe(false)

  draw()
  source.settle([{ ...row(2, 2000), version: 2 }])
  expect(shown()).toEqual(['(2010)', '(10)'])
  await quiet()
  await answer(2010, 10)
  expect(shown()).toEqual(['2010', '10'])
})

test('a row that no longer fits a filter counts as long as it is in the list', async () => {
  const filter = JSON.stringify({ column: 'stage', op: 'eq', value: 'New' })
  const { source, answer, isAsked, quiet, shown } = await makeTotals({ filter })
  await answer(30, 10)
  const changed = (n: number, amount: number, stage: string, version: number) =>
    source.settle([{ ...row(n, amount), version, cells: { amount, stage } } as unknown as Row])
  changed(1, 15, 'Won', 2)
  expect(source.total).toBe(2)
  expect(shown()).toEqual(['35', '(10)'])
  await quiet()
  expect(isAsked()).toBe(false)
  changed(2, 25, 'New', 2)
  expect(shown()).toEqual(['40', '(10)'])

  // The list that is read again has it no more.
  source.refresh()
  await quiet()
  await answer(25, 25)
  expect(shown()).toEqual(['25', '25'])
})

test('what does not touch the filter is confirmed as ever', async () => {
  const filter = JSON.stringify({ column: 'stage', op: 'eq', value: 'New' })
  const { source, answer, quiet, shown } = await makeTotals({ filter })
  await answer(30, 10)
  source.settle([{ ...row(1, 15), version: 2 }])
  expect(shown()).toEqual(['35', '(10)'])
  await quiet()
  await answer(35, 15)
  expect(shown()).toEqual(['35', '15'])
})
