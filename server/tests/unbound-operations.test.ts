import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../contract/operations.ts'
import { boardOperations } from '../../contract/records/definitions.ts'
import { createApp } from '../app.ts'
import { createSeal } from '../platform/secrets/seal.ts'
import {
  PUBLIC_URL,
  SECRET_KEY,
  startService,
  type TestService,
} from './support/service/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const start = (table = operations) =>
  createApp({
    db: service.db,
    files: service.files,
    operations: table,
    log: pino({ level: 'silent' }),
    seal: createSeal(SECRET_KEY),
    signup: 'open',
    trustProxy: 0,
    rateLimitIngest: 1,
    rateLimitRead: 1,
    publicUrl: () => PUBLIC_URL,
    isReady: async () => true,
  })

test('the service does not start while an operation of the contract has no route, and names it', async () => {
  const ghost = { ...boardOperations.list, operationId: 'get_ghosts' }
  const phantom = { ...boardOperations.list, operationId: 'get_phantoms' }
  await expect(start([...operations, ghost, phantom])).rejects.toThrow(
    'No domain binds get_ghosts, get_phantoms.',
  )
  const { app } = await start()
  await app.close()
})
