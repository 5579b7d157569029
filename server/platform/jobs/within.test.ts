import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NEVER_MS } from '../../tests/support/patience.ts'
import { within } from './within.ts'

test('what comes in time is handed on, and how long it took', async () => {
  const { how, value, ms } = await within(sleep(20, 'here'), NEVER_MS)
  expect(how).toBe('came')
  expect(value).toBe('here')
  expect(ms).toBeGreaterThanOrEqual(19)
})

test('what takes longer is waited for no more, and what fails then harms nobody', async () => {
  const failing = Promise.withResolvers<never>()
  const { how, value, ms } = await within(failing.promise, 10)
  expect(how).toBe('late')
  expect(value).toBeUndefined()
  expect(ms).toBeGreaterThanOrEqual(9)
  failing.reject(new Error('late'))
  await sleep(0) // an unhandled rejection would fail the run
})

test('what fails in time fails', async () => {
  await expect(within(Promise.reject(new Error('no')), NEVER_MS)).rejects.toThrow('no')
})

test('a signal ends the wait, also one that came before', async () => {
  const stop = new AbortController()
  const waiting = within(new Promise(() => {}), NEVER_MS, stop.signal)
  stop.abort()
  expect(await waiting).toMatchObject({ how: 'stopped' })
  expect(await within(new Promise(() => {}), NEVER_MS, stop.signal)).toMatchObject({
    how: 'stopped',
  })
})
