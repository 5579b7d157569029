import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NEVER_MS } from '../tests/support/machine/patience.ts'
import { within } from './within.ts'

test('a result in time is passed on, with how long it took', async () => {
  const { how, value, ms } = await within(sleep(20, 'here'), NEVER_MS)
  expect(how).toBe('came')
  expect(value).toBe('here')
  expect(ms).toBeGreaterThanOrEqual(19)
})

test('longer work is no longer awaited, and its later failure does no harm', async () => {
  const failing = Promise.withResolvers<never>()
  const { how, value, ms } = await within(failing.promise, 10)
  expect(how).toBe('late')
  expect(value).toBeUndefined()
  expect(ms).toBeGreaterThanOrEqual(9)
  failing.reject(new Error('late'))
  await sleep(0) // an unhandled rejection would fail the run
})

test('where no time is left, even work that is done is late', async () => {
  expect(await within(Promise.resolve('here'), 0)).toEqual({ how: 'late', ms: 0 })
  expect(await within(Promise.reject(new Error('no')), -1)).toEqual({ how: 'late', ms: 0 })
})

test('a failure in time is thrown', async () => {
  await expect(within(Promise.reject(new Error('no')), NEVER_MS)).rejects.toThrow('no')
})

test('a signal ends the wait, also an earlier one', async () => {
  const stop = new AbortController()
  const waiting = within(new Promise(() => {}), NEVER_MS, stop.signal)
  stop.abort()
  expect(await waiting).toMatchObject({ how: 'stopped' })
  expect(await within(new Promise(() => {}), NEVER_MS, stop.signal)).toMatchObject({
    how: 'stopped',
  })
})
