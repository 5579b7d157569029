import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Span, setTracer, traceJob, traceRequest, traceTransaction } from './tracing.ts'

/** What was started and ended, in order: `+name <parent`, `-name`. */
let noted: string[]
beforeEach(() => {
  noted = []
  const names = new Map<unknown, string>()
  setTracer({
    start(name, _kind, parent) {
      const above = names.get(parent)
      noted.push(above === undefined ? `+${name}` : `+${name} <${above}`)
      const span: Span = { end: ({ failed } = {}) => noted.push(failed ? `!${name}` : `-${name}`) }
      names.set(span, name)
      return span
    },
  })
})
afterEach(() => setTracer(undefined))

const inWorkspace = () => traceTransaction(true, async () => 'done')
const inDirectory = () => traceTransaction(false, async () => 'done')

test('a turn that finds nothing to do leaves no span', async () => {
  expect(await traceJob('idle', inDirectory)).toBe('done')
  expect(noted).toEqual([])
})

test('a turn has a span from its first transaction in a workspace on', async () => {
  await traceJob('busy', async () => {
    await inDirectory()
    await inWorkspace()
    await inDirectory()
  })
  expect(noted).toEqual([
    '+busy',
    '+transaction <busy',
    '-transaction',
    '+transaction <busy',
    '-transaction',
    '-busy',
  ])
})

test('a turn that fails says so, and so does its transaction', async () => {
  const failing = () =>
    traceTransaction(true, async () => {
      throw new Error('no')
    })
  await expect(traceJob('failing', failing)).rejects.toThrow('no')
  expect(noted.at(-1)).toBe('!failing')
})

test('what goes on after a request has ended belongs to nothing', async () => {
  const { promise: later, resolve } = Promise.withResolvers<void>()
  const request = traceRequest('asked', {}, {})
  let rest: Promise<unknown> | undefined
  request.within(() => {
    rest = inWorkspace().then(() => later.then(inWorkspace))
  })
  await inWorkspace()
  request.end()
  resolve()
  await rest
  expect(noted).toEqual(['+asked', '+transaction <asked', '-transaction', '-asked'])
})

test('without a tracer, work is done as it is', async () => {
  setTracer(undefined)
  expect(await traceJob('idle', inWorkspace)).toBe('done')
  expect(noted).toEqual([])
})
