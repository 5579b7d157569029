import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Move, madeAgain, noMoves, takenBack, withMove } from './moves.rules.ts'

test('whatever is moved, undone and redone, the rows are where a plain list says', () => {
  const act = fc.oneof(
    fc.record({ row: fc.constantFrom('a', 'b'), to: fc.constantFrom(1, 2, 3) }),
    fc.constantFrom('undo' as const, 'redo' as const),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const rows: Record<string, unknown> = { a: 0, b: 0 }
      // Every state so far, and which of them is the present one.
      let states = [{ ...rows }]
      let now = 0
      let moves = noMoves
      const make = ({ rowId, to }: Move) => {
        rows[rowId] = to
      }
      for (const one of acts) {
        if (typeof one === 'object') {
          const move = { rowId: one.row, from: rows[one.row], to: one.to }
          moves = withMove(moves, move)
          make(move)
          states = [...states.slice(0, now + 1), { ...rows }]
          now++
        } else {
          const found = one === 'undo' ? takenBack(moves) : madeAgain(moves)
          if (found) {
            make(found.move)
            moves = found.left
            now += one === 'undo' ? -1 : 1
          }
        }
        expect(rows).toEqual(states[now])
      }
    }),
  )
})
