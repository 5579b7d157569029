import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Edits } from '../grid/rows/edits.ts'
import { RowSource } from '../grid/rows/row-source.ts'
import type { Row } from '../list/types.ts'
import { movesIn } from './moves.ts'
import { arrived, rowsIn } from './moving.rules.ts'

const STAGES = ['New', 'Won', 'Lost']

/** Two cards, the service as a plain list, and the lists that were read of it. It answers when it is told. */
function makeBoard() {
  let stored = ['a', 'b'].map(
    (id) => ({ id, version: 1, cells: { stage: 'New' } }) as unknown as Row,
  )
  let lists = stored
  const writes: (() => void)[] = []
  const reads: (() => void)[] = []
  const change = (rowId: string, cells: object): Row => {
    stored = stored.map((row) =>
      row.id === rowId
        ? { ...row, version: row.version + 1, cells: { ...row.cells, ...cells } }
        : row,
    )
    return stored.find(({ id }) => id === rowId)!
  }
  interface Edit {
    id: string
    cells: Row['cells']
    version: number
  }
  const refusal = (edits: readonly Edit[]) => {
    const issues = (isWrong: (edit: Edit) => boolean, name: string) =>
      edits.flatMap((edit, i) =>
        isWrong(edit) ? [{ path: `body.rows[${i}].${name}`, message: 'no' }] : [],
      )
    const isStale = ({ id, version }: Edit) =>
      stored.find((row) => row.id === id)!.version !== version
    const stale = issues(isStale, 'version')
    if (stale.length > 0) return { ok: false, code: 'row_changed', issues: stale }
    const locked = issues(({ cells }) => cells.stage === 'locked', 'cells.stage')
    return locked.length > 0 ? { ok: false, code: 'invalid_rows', issues: locked } : null
  }
  const receipt = { coerced: [], ignored: [] }
  const updateRows = (_: object, { rows }: { rows: Edit[] }) =>
    new Promise<object>((answer) => {
      writes.push(() => {
        const data = () => rows.map(({ id, cells }) => change(id, cells))
        const receipts = rows.map(() => receipt)
        answer(refusal(rows) ?? { ok: true, data: data(), receipts })
      })
    })
  const updateRow = async ({ rowId }: { rowId: string }, edit: Omit<Edit, 'id'>) => {
    const answer = await updateRows({}, { rows: [{ id: rowId, ...edit }] })
    return 'data' in answer ? { ok: true, data: (answer.data as Row[])[0], ...receipt } : answer
  }
  const getRow = async ({ rowId }: { rowId: string }) => ({
    ok: true,
    data: stored.find(({ id }) => id === rowId),
  })
  const source = new RowSource(
    'board',
    (() => {}) as never,
    { updateRow, updateRows, getRow } as never,
  )
  const edits = new Edits(source)
  const readAgain = () => new Promise<void>((read) => reads.push(read))
  const { moved, follow } = movesIn(source, 'stage', readAgain)
  follow()
  const stageIn = (rows: readonly Row[], id: string) =>
    rows.find((row) => row.id === id)!.cells.stage
  const lanes = () =>
    STAGES.map((value) => ({
      value,
      count: lists.filter(({ cells }) => cells.stage === value).length,
      sums: {},
    }))
  const cardsIn = (stage: string) =>
    rowsIn(
      lists.filter(({ cells }) => cells.stage === stage),
      stage,
      moved.get().values(),
    ).map(({ id }) => id)
  return {
    source,
    edits,
    moved,
    stored: () => Object.fromEntries(stored.map(({ id, cells }) => [id, cells.stage])),
    /** In which lane each card is. */
    shown: () =>
      Object.fromEntries(
        ['a', 'b'].map((id) => [id, STAGES.filter((stage) => cardsIn(stage).includes(id)).join()]),
      ),
    counts: () => arrived(lanes(), moved.get().values()).map(({ count }) => count),
    stageOf: (id: string) => {
      const row = source.saved(id)
      return row ? source.drafts.shown(row).cells.stage : stageIn(lists, id)
    },
    move(rowId: string, from: unknown, to: unknown) {
      source.learn(lists.find(({ id }) => id === rowId)!)
      return edits.change('Move', [{ rowId, key: 'stage', from, to }])
    },
    /** Somebody else changes a card. */
    changeTheirs: (rowId: string, stage: string) => void change(rowId, { stage }),
    async take(what: string) {
      if (what === 'answer') writes.shift()?.()
      else if (what === 'read') {
        lists = stored
        for (const read of reads.splice(0)) read()
      }
      await new Promise((done) => setTimeout(done))
    },
    async settle() {
      do {
        await this.take('answer')
        await this.take('read')
      } while (writes.length + reads.length > 0)
    },
  }
}

test('whatever is moved, undone and redone, each card is where a plain list says, before and after every answer', async () => {
  const act = fc.oneof(
    fc.record({ row: fc.constantFrom('a', 'b'), to: fc.constantFrom(...STAGES) }),
    fc.constantFrom('undo' as const, 'redo' as const, 'answer' as const, 'read' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const board = makeBoard()
      // Every state so far, and which of them is the present one.
      let states: Record<string, unknown>[] = [{ a: 'New', b: 'New' }]
      let now = 0
      board.moved.subscribe(() => expect(board.shown()).toEqual(states[now]))
      for (const one of acts) {
        if (typeof one === 'object') {
          const from = states[now]![one.row]
          if (from === one.to) continue
          states = [...states.slice(0, now + 1), { ...states[now], [one.row]: one.to }]
          now++
          board.move(one.row, from, one.to)
        } else if (one === 'undo') {
          now = Math.max(0, now - 1)
          board.edits.undo()
        } else if (one === 'redo') {
          now = Math.min(states.length - 1, now + 1)
          board.edits.redo()
        } else await board.take(one)
        expect(board.shown()).toEqual(states[now])
      }
      await board.settle()
      expect(board.moved.get().size).toBe(0)
      expect(board.stored()).toEqual(states[now])
      expect(board.shown()).toEqual(states[now])
      const countOf = (stage: string) =>
        Object.values(states[now]!).filter((one) => one === stage).length
      expect(board.counts()).toEqual(STAGES.map(countOf))
    }),
    { numRuns: 60 },
  )
})

test('a card is moved by an edit of its cell elsewhere, and by its undo', async () => {
  const board = makeBoard()
  board.move('a', 'New', 'Won')
  await board.settle()
  board.edits.change('Edit Stage', [{ rowId: 'a', key: 'stage', from: 'Won', to: 'Lost' }])
  board.edits.change('Edit Name', [{ rowId: 'a', key: 'name', from: null, to: 'Ann' }])
  expect(board.shown()).toEqual({ a: 'Lost', b: 'New' })
  await board.settle()
  // The last act is undone first, wherever it was done.
  expect(board.edits.undo()).toBe('Edit Name')
  expect(board.shown()).toEqual({ a: 'Lost', b: 'New' })
  expect(board.edits.undo()).toBe('Edit Stage')
  expect(board.edits.undo()).toBe('Move')
  expect(board.edits.undo()).toBe(undefined)
  expect(board.shown()).toEqual({ a: 'New', b: 'New' })
  await board.settle()
  expect(board.stored()).toEqual({ a: 'New', b: 'New' })
})

test('a card whose move is refused is back at once, and one that somebody else moved is where they put it', async () => {
  const board = makeBoard()
  board.move('a', 'New', 'locked')
  await board.take('nothing yet')
  board.move('b', 'New', 'Won')
  board.changeTheirs('b', 'Lost')
  await board.take('answer')
  expect(board.shown()).toEqual({ a: 'New', b: 'Won' })
  await board.take('answer')
  expect(board.shown()).toEqual({ a: 'New', b: 'Lost' })
  expect(board.edits.questions.get()).toMatchObject([{ rowId: 'b', mine: 'Won', theirs: 'Lost' }])
  await board.settle()
  expect(board.shown()).toEqual({ a: 'New', b: 'Lost' })
  expect(board.counts()).toEqual([1, 0, 1])
  // Neither left anything to undo.
  expect(board.edits.undo()).toBe(undefined)
})

test('an undo takes nothing back of what somebody else has done since', async () => {
  const board = makeBoard()
  board.move('a', 'New', 'Won')
  await board.settle()
  board.changeTheirs('a', 'Lost')
  board.edits.undo()
  expect(board.shown().a).toBe('New')
  await board.settle()
  expect(board.shown().a).toBe('Lost')
  expect(board.edits.message.get()).toBe(
    'Nothing was undone: somebody else has changed the cell since.',
  )
})
