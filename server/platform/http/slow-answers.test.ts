import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SlowAnswers } from './slow-answers.ts'

const SLOW_MS = 80

/** Reads of workspaces, and how many of one were worked on at the same time. */
async function learned() {
  const answers = new SlowAnswers(2)
  let atOnce = 0
  let most = 0
  const read = async (ms: number) => {
    most = Math.max(most, ++atOnce)
    await sleep(ms)
    atOnce--
    return ms
  }
  const list = (holder: string, ms: number, operation = 'listRows') => {
    answers.note(holder)
    return answers.answer(holder, operation, () => read(ms))
  }
  /** The most at once, of several that are begun together. */
  const mostOf = async (...reads: (() => Promise<unknown>)[]) => {
    most = 0
    await Promise.all(reads.map((one) => one()))
    return most
  }
  // That its lists are slow is known from the first one.
  await list('busy', SLOW_MS)
  return { answers, list, mostOf }
}

test('slow reads of one workspace are worked on one after the other while another is at work', async () => {
  const { answers, list, mostOf } = await learned()
  answers.note('quiet')
  const slow = () => list('busy', SLOW_MS)
  expect(await mostOf(slow, slow, slow)).toBe(1)
})

test('a workspace that is alone at work has any number of slow reads', async () => {
  const { list, mostOf } = await learned()
  const slow = () => list('busy', SLOW_MS)
  expect(await mostOf(slow, slow, slow)).toBe(3)
})

test('other reads of the same workspace, and those of other workspaces, do not wait', async () => {
  const { answers, list, mostOf } = await learned()
  answers.note('quiet')
  const slow = () => list('busy', SLOW_MS)
  const most = await mostOf(
    slow,
    slow,
    () => list('busy', 20, 'getBoard'),
    () => list('quiet', 20),
    () => list('quiet', 20),
  )
  expect(most).toBe(4)
})

test('between two slow reads of a workspace, the machine is free for as long again', async () => {
  const { answers, list } = await learned()
  answers.note('quiet')
  const since = performance.now()
  await Promise.all([list('busy', SLOW_MS), list('busy', SLOW_MS)])
  expect(performance.now() - since).toBeGreaterThanOrEqual(3 * SLOW_MS - 5)
})

test('a refusal is passed on, and leaves the place to the next', async () => {
  const { answers, list } = await learned()
  answers.note('quiet')
  const refused = answers.answer('busy', 'listRows', () => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  expect(await list('busy', SLOW_MS)).toBe(SLOW_MS)
})
