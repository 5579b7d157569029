import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { within } from './within.ts'

test('what comes in time is handed on, and how long it took', async () => {
  const { how, value, ms } = await within(sleep(20, 'here'), 5_000)
  expect(how).toBe('came')
  expect(value).toBe('here')
  expect(ms).toBeGreaterThanOrEqual(19)
})

test('what takes longer is waited for no more, and what fails then harms nobody', async () => {
  const failing = sleep(30).then(() => Promise.reject(new Error('late')))
  const { how, value, ms } = await within(failing, 10)
  expect(how).toBe('late')
  expect(value).toBeUndefined()
  expect(ms).toBeGreaterThanOrEqual(9)
  await sleep(40)
})

test('what fails in time fails', async () => {
  await expect(within(Promise.reject(new Error('no')), 5_000)).rejects.toThrow('no')
})

test('a signal ends the wait, also one that came before', async () => {
  const stop = new AbortController()
  const waiting = within(sleep(5_000, 'late', { ref: false }), 10_000, stop.signal)
  stop.abort()
  expect(await waiting).toMatchObject({ how: 'stopped' })
  expect(await within(sleep(5_000, 'late', { ref: false }), 10_000, stop.signal)).toMatchObject({
    how: 'stopped',
  })
})
