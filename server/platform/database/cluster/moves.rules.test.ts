import { describe, expect, test } from 'vitest'
import type { NodeAnswer } from './cluster.rules.ts'
import { type Located, type Move, moveFaults, planMove } from './moves.rules.ts'

const at = (slug: string, part: string, node: number): Located => ({
  workspaceId: `id of ${slug}`,
  slug,
  part,
  node,
})
const [acme, bolt, cafe] = [at('acme', '101', 2), at('bolt', '101', 2), at('cafe', '102', 3)]
const located = [acme, bolt, cafe]

describe('a workspace', () => {
  test('takes those along that share its part', () => {
    expect(planMove(located, acme, { id: 3 }, false)).toEqual({
      workspaceId: 'id of acme',
      part: '101',
      from: 2,
      to: 3,
      isolates: false,
      companions: ['bolt'],
    })
  })

  test('that moves alone gets a part of its own first, even where it is', () => {
    for (const id of [2, 3]) {
      expect(planMove(located, acme, { id }, true)).toMatchObject({
        isolates: true,
        companions: [],
      })
    }
    expect(planMove(located, cafe, { id: 2 }, true)).toMatchObject({ isolates: false })
  })

  test('that is there already does not move', () => {
    expect(planMove(located, acme, { id: 2 }, false)).toBeNull()
    expect(planMove(located, cafe, { id: 3 }, true)).toBeNull()
  })
})

describe('a move while people write', () => {
  const move = { ...(planMove(located, acme, { id: 3 }, true) as Move) }
  const answers = (plugins: string | null) =>
    new Map([2, 3].map((id) => [id, { plugins } as NodeAnswer]))
  const patched = new Map([2, 3].map((id) => [id, true]))

  test('needs the patch on both nodes', () => {
    expect(moveFaults(move, answers(null), patched)).toEqual([])
    for (const id of [2, 3]) {
      expect(moveFaults(move, answers(null), new Map(patched).set(id, false))).toEqual([
        expect.stringMatching(/^Citus lacks the patch .* or add --block-writes/),
      ])
    }
  })

  test('needs Citus as an output plugin where the workspace gets a part of its own', () => {
    const plugins = answers('pgoutput, test_decoding')
    expect(moveFaults(move, plugins, patched)).toEqual([
      expect.stringMatching(/^output_plugin_libraries does not have citus/),
    ])
    expect(moveFaults({ ...move, isolates: false }, plugins, patched)).toEqual([])
    expect(moveFaults(move, answers('pgoutput, citus'), patched)).toEqual([])
  })
})
