import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { courtesy, giveWay } from './courtesy.ts'

/** Whether `given` has resolved after a few turns of the event loop. */
async function isThrough(given: Promise<void>): Promise<boolean> {
  let through = false
  given.then(() => {
    through = true
  })
  for (let turns = 0; turns < 5; turns++) await turn()
  return through
}

test('work continues at once if no request is in progress', async () => {
  expect(await isThrough(giveWay())).toBe(true)
})

test('work waits for a request in progress, but not forever', async () => {
  courtesy.begin()
  try {
    const given = giveWay()
    expect(await isThrough(given)).toBe(false)
    await given
  } finally {
    courtesy.end()
  }
  expect(await isThrough(giveWay())).toBe(true)
})
