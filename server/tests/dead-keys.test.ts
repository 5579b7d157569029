import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKeySecret, revokeKeyAnywhere } from '../domains/ingest/keys/keys.ts'
import { makeBoard, makeOwner } from './support/desks/fixtures.ts'
import { startService, type TestServer, type TestService } from './support/service/service.ts'

let service: TestService
/** A second server, like another process. */
let other: TestServer
let owner: string
beforeAll(async () => {
  service = await startService()
  other = await service.beside()
  ;({ owner } = await makeOwner(service))
})
afterAll(() => service.stop())

describe('a key that does not work', () => {
  const refusal =
    '{"error":{"message":"that key does not work here","code":"unauthenticated","reason":"unknown_key","values":{}}}'
  const columns = [{ name: 'Name', type: 'text' }]
  /** Keys stored only as a hash. */
  const orphans = async () => {
    const found = await service.sql(
      `SELECT h.key_id FROM key_hashes h LEFT JOIN ingest_keys k
         ON k.workspace_id = h.workspace_id AND k.id = h.key_id
       WHERE k.id IS NULL`,
    )
    return found.map(({ key_id }) => key_id)
  }
  const write = (server: Pick<TestServer, 'api'>, token: string, query = '') =>
    server.api('POST', `/v1/ingest/rows${query}`, { token, body: { cells: { name: 'x' } } })

  test('is refused alike whether it is unknown, mistyped or revoked', async () => {
    const { secret } = await makeBoard(service, owner, columns)
    const last = secret.endsWith('0') ? '1' : '0'
    for (const wrong of [newKeySecret('board'), secret.slice(0, -1) + last, 'sbk_', `${secret}x`]) {
      const answer = await write(service, wrong)
      expect([answer.status, answer.text]).toEqual([401, refusal])
    }
    expect((await write(service, secret)).status).toBe(201)
  })

  test.each([
    [
      'revoked',
      (id: string, keyId: string) =>
        service.api('DELETE', `/v1/boards/${id}/keys/${keyId}`, { token: owner }),
    ],
    [
      'expired',
      (_: string, keyId: string) =>
        service.sql('UPDATE ingest_keys SET expires_at = now() WHERE id = ANY ($1)', [[keyId]]),
    ],
    [
      'replaced by a new secret',
      (id: string, keyId: string) =>
        service.api('POST', `/v1/boards/${id}/keys/${keyId}/rotate`, { token: owner, body: {} }),
    ],
    ['revoked by the operator', (_: string, keyId: string) => revokeKeyAnywhere(service.db, keyId)],
    [
      'of a board that was deleted',
      (id: string) => service.api('DELETE', `/v1/boards/${id}`, { token: owner }),
    ],
  ])('%s, it works no more from the very next request, in every process', async (_, end) => {
    const { id, keyId, secret } = await makeBoard(service, owner, columns)
    const half = await service.api('POST', `/v1/boards/${id}/keys`, {
      token: owner,
      body: { name: 'Reads only', scopes: ['read'] },
    })
    for (const server of [service, other]) {
      expect((await write(server, secret)).status).toBe(201)
      expect((await server.api('GET', '/v1/ingest/board', { token: secret })).status).toBe(200)
      expect((await write(server, half.body.data.secret)).status).toBe(403)
    }
    await end(id, keyId)
    for (const server of [other, service]) {
      for (const answer of [
        await write(server, secret),
        await write(server, secret, '?dryRun=true'),
        await server.api('GET', '/v1/ingest/board', { token: secret }),
        await server.api('GET', '/v1/ingest/page', { token: secret }),
      ]) {
        expect([answer.status, answer.text]).toEqual([401, refusal])
      }
    }
    const [{ count }] = await service.sql('SELECT count(*) FROM rows WHERE definition_id = $1', [
      id,
    ])
    expect(count).toBe(2)
    expect(await orphans()).toEqual([])
  })

  test('has left its hash behind: that alone lets nobody in, and there is nothing to revoke', async () => {
    const { keyId, secret } = await makeBoard(service, owner, columns)
    expect((await write(service, secret)).status).toBe(201)
    await service.sql('DELETE FROM ingest_keys WHERE id = $1', [keyId])
    expect(await orphans()).toEqual([keyId])
    for (const server of [service, other]) {
      for (const answer of [
        await write(server, secret),
        await write(server, secret, '?dryRun=true'),
        await server.api('GET', '/v1/ingest/board', { token: secret }),
      ]) {
        expect([answer.status, answer.text]).toEqual([401, refusal])
      }
    }
    await expect(revokeKeyAnywhere(service.db, keyId)).rejects.toMatchObject({ code: 'not_found' })
    await service.sql('DELETE FROM key_hashes WHERE key_id = $1', [keyId])
  })

  test('is so with a retry key too, and for a body that is wrong', async () => {
    const { id, keyId, secret } = await makeBoard(service, owner, columns)
    const send = (body: unknown) =>
      other.api('POST', '/v1/ingest/rows', {
        token: secret,
        body,
        headers: { 'idempotency-key': 'once' },
      })
    expect((await send({ cells: { name: 'x' } })).status).toBe(201)
    await service.api('DELETE', `/v1/boards/${id}/keys/${keyId}`, { token: owner })
    for (const body of [{ cells: { name: 'x' } }, { cells: 7 }, '{']) {
      expect((await send(body)).text).toBe(refusal)
      expect((await other.api('POST', '/v1/ingest/rows', { token: secret, body })).text).toBe(
        refusal,
      )
    }
  })

  test('stays revoked when it is revoked again, with its first time', async () => {
    const { id, keyId } = await makeBoard(service, owner, columns)
    const revoke = () => service.api('DELETE', `/v1/boards/${id}/keys/${keyId}`, { token: owner })
    const revokedAt = async () =>
      (await service.api('GET', `/v1/boards/${id}/keys`, { token: owner })).body.data[0].revokedAt
    expect((await revoke()).status).toBe(204)
    const first = await revokedAt()
    expect(first).toMatch(/Z$/)
    expect((await revoke()).status).toBe(204)
    expect(await revokedAt()).toBe(first)
  })
})
