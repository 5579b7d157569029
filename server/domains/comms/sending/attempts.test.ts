import { expect, test } from 'vitest'
import { PATIENCE_MS } from '../../../tests/support/machine/patience.ts'
import { type AttemptTools, attempt } from './attempts.ts'
import type { Claimed } from './deliveries.ts'
import { localProvider } from './local-provider.ts'

test('the local outbox never sends a text that another provider may have', async () => {
  const channel = { id: 'outbox', medium: 'text', provider: 'local', from: '', settings: {} }
  const message = { id: 1, fence: 2, medium: 'text', attempts: 1, templateId: null }
  const claimed = { message, channel, fault: null, files: [], beganAt: new Date(0) }
  const tools = { providers: { local: localProvider }, limitMs: PATIENCE_MS, askAgainMs: [] }
  const settled = await attempt(
    tools as unknown as AttemptTools,
    'workspace',
    claimed as unknown as Claimed,
    new AbortController().signal,
  )
  expect(settled).toMatchObject({ id: 1, fence: 2, state: 'uncertain' })
})
