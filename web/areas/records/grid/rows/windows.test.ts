import { expect, test } from 'vitest'
import { Windows } from './windows.ts'

const rows = (from: number, count: number, version = 1) =>
  Array.from({ length: count }, (_, i) => ({ id: `r${from + i}`, version }))

function filled(): Windows<{ id: string; version: number }> {
  const windows = new Windows<{ id: string; version: number }>()
  windows.total = 1000
  windows.put(0, rows(0, 200), 'c200')
  windows.put(600, rows(600, 200), 'c800')
  return windows
}

test('unknown rows are requested in windows, the first gap first', () => {
  const windows = filled()
  expect(windows.gap(0, 200, 200)).toBeNull()
  expect(windows.gap(150, 260, 200)).toEqual([200, 260])
  expect(windows.gap(150, 700, 200)).toEqual([200, 400])
  expect(windows.gap(-50, 5000, 1000)).toEqual([200, 600])
  expect(windows.gap(900, 5000, 200)).toEqual([900, 1000])
})

test('a window at the end of the list shows its length', () => {
  const windows = filled()
  windows.put(800, rows(800, 150), null)
  expect(windows.total).toBe(950)
  expect(windows.cursorAt(800)).toBe('c800')
})

test('an open list goes on after its last row, and after rows added there, until a page is its last', () => {
  const windows = new Windows<{ id: string; version: number }>()
  windows.put(0, rows(0, 200), 'c200')
  windows.isOpen = true
  expect(windows.gap(150, 260, 200)).toEqual([200, 260])
  expect(windows.gap(500, 600, 200)).toEqual([200, 400])
  windows.append(rows(2000, 2))
  expect([windows.cursorAt(200), windows.cursorAt(202)]).toEqual([undefined, 'c200'])
  windows.put(202, rows(200, 50), null)
  expect([windows.total, windows.gap(150, 400, 200)]).toEqual([252, null])
})

test('a page beyond the end shows that the list is shorter', () => {
  const windows = filled()
  windows.put(900, [], null)
  windows.put(950, [], null)
  expect(windows.total).toBe(900)
})

test('a row only takes newer versions of itself', () => {
  const windows = filled()
  expect(windows.replace({ id: 'r5', version: 1 })).toBeNull()
  expect(windows.replace({ id: 'r5', version: 3 })).toEqual({ id: 'r5', version: 1 })
  expect(windows.at(5)?.version).toBe(3)
  expect(windows.replace({ id: 'r500', version: 9 })).toBeNull()
})

test('when rows are removed, the rows and cursors after them move up', () => {
  const windows = filled()
  expect(windows.remove(['r3', 'r601', 'r500'])).toBe(2)
  expect(windows.total).toBe(998)
  expect(windows.at(3)?.id).toBe('r4')
  expect(windows.placeOf('r600')).toBe(599)
  expect(windows.placeOf('r602')).toBe(600)
  expect(windows.cursorAt(199)).toBe('c200')
  expect(windows.cursorAt(798)).toBe('c800')
})

test('added rows go to the end, each once', () => {
  const windows = filled()
  windows.append([...rows(2000, 2), ...rows(2000, 1), ...rows(7, 1)])
  expect(windows.total).toBe(1002)
  expect(windows.at(1001)?.id).toBe('r2001')
})

test('a moved row is known at one place only', () => {
  const windows = filled()
  windows.put(10, rows(650, 1), 'c11')
  expect(windows.placeOf('r650')).toBe(10)
  expect(windows.at(650)).toBeUndefined()
  expect(windows.placeOf('r10')).toBeUndefined()
})

test('rows far away are dropped', () => {
  const windows = filled()
  windows.keepNear(0, 250)
  const known = Array.from({ length: 1000 }, (_, i) => windows.at(i)).filter(Boolean)
  expect(known).toHaveLength(250)
  expect(windows.at(0)).toBeDefined()
  expect(windows.at(799)).toBeUndefined()
  expect(windows.placeOf('r799')).toBeUndefined()
})

test('removed rows come back to their places', () => {
  const windows = filled()
  const taken = [3, 4, 150, 610].map((place) => ({ place, row: windows.at(place)! }))
  windows.remove(taken.map(({ row }) => row.id))
  expect([windows.total, windows.at(3)?.id, windows.cursorAt(197)]).toEqual([996, 'r5', 'c200'])
  windows.insert(taken.toReversed())
  expect(windows.total).toBe(1000)
  for (let place = 0; place < 1000; place++) {
    const isKnown = place < 200 || (place >= 600 && place < 800)
    expect(windows.at(place)?.id).toBe(isKnown ? `r${place}` : undefined)
  }
  expect([windows.cursorAt(200), windows.cursorAt(800)]).toEqual(['c200', 'c800'])
  // One that is there already stays where it is.
  windows.insert([{ place: 9, row: windows.at(0)! }])
  expect([windows.total, windows.placeOf('r0')]).toEqual([1000, 0])
})
