import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timelineKinds } from '../../../contract/timelines/timeline.ts'
import { behind, cursorParts, kindsIn, newest, type Place, placeFrom } from './timelines.rules.ts'

const ID = '0190cafe-0000-7000-8000-00000000000'

/** Few times and ids, so that most tie with others. */
const place = fc.record({
  atUs: fc.integer({ min: 0, max: 3 }),
  kind: fc.constantFrom(...timelineKinds),
  id: fc.integer({ min: 0, max: 9 }).map((nth) => `${ID}${nth}`),
})
const nameOf = ({ atUs, kind, id }: Place) => `${atUs} ${kind} ${id}`
const places = (most: number) => fc.uniqueArray(place, { maxLength: most, selector: nameOf })

/** Reads a kind as from its table: the newest entries before a moment. */
function read(all: readonly Place[], kind: Place['kind'], from: Place | undefined, limit: number) {
  const before = behind(from, kind)
  return all
    .filter((one) => one.kind === kind)
    .filter(({ atUs, id }) => atUs < before.atUs || (atUs === before.atUs && id < before.id))
    .sort((a, b) => b.atUs - a.atUs || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}
const pageOf = (all: readonly Place[], from: Place | undefined, limit: number) =>
  newest(
    timelineKinds.map((kind) => read(all, kind, from, limit)),
    limit,
  )

test('page by page, what was there is told once and in order, whatever comes in between', () => {
  fc.assert(
    fc.property(
      places(20),
      fc.array(places(4), { maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      (there, arriving, limit) => {
        const all = [...there]
        const places: Place[] = []
        for (let next = 0; next < 200; next++) {
          const page = pageOf(all, places.at(-1), limit)
          places.push(...page)
          if (page.length < limit) break
          const known = new Set(all.map(nameOf))
          all.push(...(arriving[next] ?? []).filter((one) => !known.has(nameOf(one))))
        }
        const names = places.map(nameOf)
        expect(new Set(names).size).toBe(names.length)
        expect(names).toEqual(expect.arrayContaining(there.map(nameOf)))
        expect(places).toEqual(newest([places], places.length))
        expect(places.map(({ atUs }) => atUs)).toEqual(
          places.map(({ atUs }) => atUs).toSorted((a, b) => b - a),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('a place is carried by its cursor, and a number that no kind has is none', () => {
  fc.assert(
    fc.property(place, (one) => {
      expect(placeFrom(cursorParts(one))).toEqual(one)
    }),
  )
  expect(placeFrom([0, timelineKinds.length, `${ID}1`])).toBe(undefined)
  expect(placeFrom([0, -1, `${ID}1`])).toBe(undefined)
})

test('kinds are those that are asked for, or all', () => {
  expect(kindsIn(undefined)).toEqual(timelineKinds)
  expect(kindsIn('money,comment,money')).toEqual(['comment', 'money'])
})
