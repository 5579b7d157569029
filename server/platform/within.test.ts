import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { within } from './within.ts'

test('what comes in time is handed on, and how long it took', async () => {
  const { value, ms } = await within(sleep(20, 'here'), 5_000)
  expect(value).toBe('here')
  expect(ms).toBeGreaterThanOrEqual(19)
})

test('what takes longer is waited for no more, and what fails then harms nobody', async () => {
  const failing = sleep(30).then(() => Promise.reject(new Error('late')))
  const { value, ms } = await within(failing, 10)
  expect(value).toBeUndefined()
  expect(ms).toBeGreaterThanOrEqual(9)
  await sleep(40)
})

test('what fails in time fails', async () => {
  await expect(within(Promise.reject(new Error('no')), 5_000)).rejects.toThrow('no')
})
