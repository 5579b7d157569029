import fc from 'fast-check'
import { expect, it } from 'vitest'
import { connectionsFor, isRoomFor, pauseMs, poolShare, rolesFor } from './group.rules.ts'

it('several web processes leave the background work to one of its own', () => {
  expect(rolesFor(1)).toEqual(['all'])
  expect(rolesFor(3)).toEqual(['web', 'web', 'web', 'worker'])
})

it('a process that keeps ending is started again at once, then after 0.5 s, and at most 30 s', () => {
  expect([0, 1, 2, 3, 20].map(pauseMs)).toEqual([0, 500, 1_000, 2_000, 30_000])
})

it('pools keep their size where the server has room for all, and share it where it has not', () => {
  const share = (webProcesses: number, maxConnections: number) =>
    poolShare({ webProcesses, poolSize: 16 }, maxConnections)
  expect([share(1, 100), share(3, 100), share(7, 100), share(15, 100)]).toEqual([16, 15, 6, 2])
})

it('a server that allows what the processes need leaves every pool its size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 256 }),
      fc.integer({ min: 2, max: 500 }),
      (webProcesses, poolSize) => {
        for (const databaseReplicaUrls of [[], ['postgres://standby/sourcebook']]) {
          const settings = { webProcesses, poolSize, databaseReplicaUrls }
          expect(poolShare(settings, connectionsFor(settings))).toBe(poolSize)
        }
      },
    ),
  )
})

it('where there is room, the pools fit, also while a process is replaced', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 64 }),
      fc.integer({ min: 2, max: 500 }),
      fc.integer({ min: 1, max: 2_000 }),
      (webProcesses, poolSize, maxConnections) => {
        const settings = { webProcesses, poolSize }
        fc.pre(isRoomFor(settings, maxConnections))
        const each = poolShare(settings, maxConnections) + 4
        expect((rolesFor(webProcesses).length + 1) * each).toBeLessThanOrEqual(maxConnections - 5)
      },
    ),
  )
})
