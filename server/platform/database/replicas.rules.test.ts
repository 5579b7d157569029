import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  chosenFor,
  isAwaited,
  replicaFault,
  type ServerFacts,
} from './replicas.rules.ts'

const primary: ServerFacts = {
  isStandby: false,
  position: 1_000,
  system: '7',
  database: '5',
  schema: 33,
  clockMs: 5_000,
  startedAt: '1767225600.000000',
  commitsWhen: 'on',
  name: null,
  standbys: [{ name: 'near', kind: 'sync' }],
}
const standby: ServerFacts = { ...primary, isStandby: true, name: 'near', standbys: [] }

describe('the primary waits for a standby', () => {
  it.each<[string, Partial<ServerFacts>]>([
    ['it is the synchronous one', {}],
    ['commits even wait until it has replayed them', { commitsWhen: 'remote_apply' }],
    [
      'others follow that may take its place',
      {
        standbys: [
          { name: 'near', kind: 'sync' },
          { name: 'far', kind: 'potential' },
        ],
      },
    ],
  ])('if %s', (_, differs) => {
    expect(isAwaited(standby, { ...primary, ...differs })).toBe(true)
  })

  it.each<[string, Partial<ServerFacts>, Partial<ServerFacts>?]>([
    ['it is asynchronous', { standbys: [{ name: 'near', kind: 'async' }] }],
    ['it is one of a quorum', { standbys: [{ name: 'near', kind: 'quorum' }] }],
    ['commits wait until it has received them only', { commitsWhen: 'remote_write' }],
    ['commits wait for the primary only', { commitsWhen: 'local' }],
    [
      'commits wait for another one too, which may be promoted',
      {
        standbys: [
          { name: 'near', kind: 'sync' },
          { name: 'far', kind: 'sync' },
        ],
      },
    ],
    [
      'another one has its name',
      {
        standbys: [
          { name: 'near', kind: 'sync' },
          { name: 'near', kind: 'potential' },
        ],
      },
    ],
    ['another one is synchronous', { standbys: [{ name: 'far', kind: 'sync' }] }],
    ['it follows nobody', {}, { name: null }],
    ['the user may not know', { standbys: [{ name: 'near', kind: null }] }],
  ])('not if %s', (_, differs, itself = {}) => {
    expect(isAwaited({ ...standby, ...itself }, { ...primary, ...differs })).toBe(false)
  })
})

describe('a replica is fit', () => {
  it.each([
    ['it has all that the primary has', {}],
    ['it is behind, also by a migration', { position: 999, schema: 32 }],
    ['its clock differs by less than a second, and the time that asking took', { clockMs: 6_100 }],
  ])('if %s', (_, differs) => {
    expect(replicaFault({ ...standby, ...differs }, primary, 200)).toBeNull()
  })

  it.each<[string, Partial<ServerFacts>]>([
    ['it is no standby, but takes writes itself', { isStandby: false }],
    ['it is a standby of another server', { system: '8' }],
    ['it is another database of the server', { database: '6' }],
    ['it has what the primary does not have: it followed another one', { position: 1_001 }],
    ['its schema is of another version', { schema: 32 }],
    ["its clock differs from the primary's by 1.5 s", { clockMs: 3_500 }],
  ])('not if %s', (fault, differs) => {
    expect(replicaFault({ ...standby, ...differs }, primary, 0)).toBe(fault)
  })

  it('not while the primary is a standby itself', () => {
    expect(replicaFault(standby, standby, 0)).toBe('the primary is not known')
  })

  it('if neither server lets us ask which system it is, by all else', () => {
    const unknown = { system: null }
    expect(replicaFault({ ...standby, ...unknown }, { ...primary, ...unknown }, 0)).toBeNull()
  })
})

describe('the replica that a read goes to', () => {
  const candidates = fc.array(
    fc.record<Candidate>({
      isUsable: fc.boolean(),
      position: fc.nat(5),
      load: fc.nat(5),
    }),
    { maxLength: 5 },
  )

  it('is usable, and there is one if any is', () => {
    fc.assert(
      fc.property(candidates, fc.nat(5), (replicas, position) => {
        const chosen = chosenFor(replicas, position)
        expect(chosen?.isUsable ?? false).toBe(replicas.some(({ isUsable }) => isUsable))
      }),
    )
  })

  it('is the least busy of those that have everything, or else the furthest', () => {
    fc.assert(
      fc.property(candidates, fc.nat(5), (replicas, position) => {
        const chosen = chosenFor(replicas, position)
        if (!chosen) return
        const others = replicas.filter(({ isUsable }) => isUsable)
        const current = others.filter((one) => one.position >= position)
        const best =
          current.length > 0
            ? Math.min(...current.map(({ load }) => load)) === chosen.load &&
              current.includes(chosen)
            : Math.max(...others.map((one) => one.position)) === chosen.position
        expect(best).toBe(true)
      }),
    )
  })
})
