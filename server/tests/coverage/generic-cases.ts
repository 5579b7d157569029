import {
  type AnyOperation,
  isKeyAccess,
  type KeyFamily,
} from '../../../contract/language/operation.ts'
import type { RefusalCode } from '../../../contract/refusals/refusals.ts'
import { type Role, roles } from '../../../shared/roles.ts'
import { type Scope, tokenScopes } from '../../../shared/token-scopes.ts'
import { newKeySecret } from '../../domains/ingest/keys/keys.ts'
import { leastRole } from '../../platform/http/call.ts'
import type { Answer } from '../support/clients/client.ts'
import type { Case, CaseWorld } from './cases.ts'
import { goodRequest, type Sent, send } from './requests.ts'
import { paramsOf } from './subjects.ts'

/** The good request, changed in one way. */
const changed =
  (change: (sent: Sent, operation: AnyOperation, world: CaseWorld) => Sent[]): Case =>
  async (world, operation) => {
    const answers: Answer[] = []
    for (const sent of change(await goodRequest(world, operation), operation, world)) {
      answers.push(await send(world.service, operation, sent))
    }
    return answers
  }

/** The good request with another body or other headers on the wire. */
const raw =
  (wire: (operation: AnyOperation) => { body: string; headers?: Record<string, string> }): Case =>
  async (world, operation) => [
    await send(world.service, operation, await goodRequest(world, operation), wire(operation)),
  ]

/** The refusals that follow from an operation's form alone. */
export const genericCases: { [C in RefusalCode]?: Case } = {
  unauthenticated: changed((sent, { access }) => [
    { ...sent, token: undefined },
    { ...sent, token: isKeyAccess(access) ? newKeySecret(familyOf(access)) : 'sat_nobody' },
  ]),
  session_required: async (world, operation) => {
    const sent = await goodRequest(world, operation)
    const tokens = [world.board.secret, world.page.secret]
    if (operation.scope === 'people only') {
      tokens.push(await programToken(world, sent, { scopes: tokenScopes }))
    }
    return Promise.all(tokens.map((token) => send(world.service, operation, { ...sent, token })))
  },
  insufficient_scope: async (world, operation) => {
    const sent = await goodRequest(world, operation)
    const scopes = tokenScopes.filter((scope) => scope !== operation.scope)
    const token = await programToken(world, sent, { scopes })
    return [await send(world.service, operation, { ...sent, token })]
  },
  address_not_allowed: async (world, operation) => {
    const sent = await goodRequest(world, operation)
    const addresses = ['192.0.2.1/32']
    const token = await programToken(world, sent, { scopes: tokenScopes, addresses })
    return [await send(world.service, operation, { ...sent, token })]
  },
  origin_not_allowed: async (world, operation) => {
    const { access } = operation
    const scopes = [access.endsWith(':read') ? 'read' : 'rows:write']
    const token = await newKey(world, access, { scopes, origins: ['https://desk.example'] })
    const sent = { ...(await goodRequest(world, operation)), token }
    const headers = { ...sent.headers, origin: 'https://elsewhere.example' }
    return [await send(world.service, operation, { ...sent, headers })]
  },
  csrf_refused: changed((sent) => {
    const cookie = `__Host-sourcebook_session=${sent.token}`
    const elsewhere = { 'x-sourcebook-session': 'cookie', origin: 'https://elsewhere.example' }
    return [{}, elsewhere].map((headers) => ({
      ...sent,
      token: undefined,
      headers: { ...sent.headers, cookie, ...headers },
    }))
  }),
  forbidden: async (world, operation) => {
    const sent = await goodRequest(world, operation)
    const tokens = isKeyAccess(operation.access)
      ? await keysWithout(world, operation)
      : [world.desk.tokens[strongestDenied(operation)]]
    return Promise.all(tokens.map((token) => send(world.service, operation, { ...sent, token })))
  },
  invalid_request: changed((sent, operation) => [
    ...(operation.query || (operation.method !== 'GET' && !operation.consumes)
      ? [{ ...sent, query: { ...sent.query, bogus: '1' } }]
      : []),
    ...(operation.body && (operation.upload === true || !isKeyAccess(operation.access))
      ? [{ ...sent, body: { ...(sent.body as object), bogus: 1 } }]
      : []),
    ...(operation.body || operation.method === 'GET' ? [] : [{ ...sent, body: { bogus: 1 } }]),
  ]),
  invalid_json: raw(() => ({ body: '{"name": ' })),
  payload_too_large: raw(({ bodyLimit }) => ({ body: ' '.repeat(bodyLimit + 1) })),
  unsupported_media_type: raw(() => ({
    body: 'name=x',
    headers: { 'content-type': 'text/plain' },
  })),
  not_found: changed((sent, operation) =>
    paramsOf(operation).flatMap(({ name, subject }) =>
      subject!.missing.map((id) => ({ ...sent, params: { ...sent.params, [name]: id } })),
    ),
  ),
  invalid_cursor: changed((sent) => [
    { ...sent, query: { cursor: 'bm9uc2Vuc2U' } },
    { ...sent, query: { cursor: '%' } },
  ]),
  range_not_satisfiable: changed((sent) => [{ ...sent, headers: { range: 'bytes=999999999-' } }]),
  idempotency_key_reused: async (world, operation) => {
    const headers = { 'idempotency-key': `reused by ${operation.operationId}` }
    const sent = await goodRequest(world, operation)
    const [path, body] = isKeyAccess(operation.access)
      ? ['/v1/ingest/records?dryRun=true', { cells: { Name: 'Whatever else' } }]
      : ['/v1/boards', { name: 'Whatever else' }]
    const elsewhere =
      isKeyAccess(operation.access) && operation.upload === undefined
        ? await send(world.service, operation, { ...sent, query: { dryRun: 'true' } }, { headers })
        : await world.service.api('POST', path, { token: sent.token, body, headers })
    if (elsewhere.status > 201) throw new Error(`the first use answered ${elsewhere.text}`)
    return [await send(world.service, operation, sent, { headers })]
  },
  request_in_progress: async ({ waited }, { operationId }) => {
    const answer = (await waited).get(operationId)
    return answer ? [answer] : []
  },
}

const programTokens = new Map<string, string>()

/** A token that the sender of a request makes for a program. */
async function programToken(
  { service }: CaseWorld,
  { token }: Sent,
  limits: { scopes: readonly Scope[]; addresses?: readonly string[] },
): Promise<string> {
  const body = { name: 'A program', ...limits }
  const key = `${token} ${JSON.stringify(body)}`
  const known = programTokens.get(key)
  if (known) return known
  const made = await service.api('POST', '/v1/auth/tokens', { token, body })
  programTokens.set(key, made.body.data.secret)
  return made.body.data.secret
}

/** The family of the key that the good request has. */
function familyOf(access: string): KeyFamily {
  const family = access.split(':')[1]
  return family === 'any' ? 'page' : (family as KeyFamily)
}

/** The highest role that the access class still refuses. */
function strongestDenied(operation: AnyOperation): Role {
  const least = leastRole(operation)
  return least === undefined ? 'viewer' : roles[roles.indexOf(least) + 1]!
}

/** Valid keys that the operation refuses: one of its family with the other scope and, for a page's route, a board's. */
async function keysWithout(world: CaseWorld, { access }: AnyOperation): Promise<string[]> {
  const other = access.endsWith(':read') ? 'rows:write' : 'read'
  const half = await newKey(world, access, { scopes: [other] })
  const isOfPages = access.startsWith('key:page')
  return [half, ...(isOfPages ? [world.board.secret] : [])]
}

/** Makes a key of the operation's family. Returns its secret. */
async function newKey(
  world: CaseWorld,
  access: AnyOperation['access'],
  body: { scopes: string[]; origins?: string[] },
): Promise<string> {
  const base =
    familyOf(access) === 'board'
      ? `/v1/boards/${world.board.id}`
      : `/v1/definitions/${world.page.key}`
  const made = await world.service.api('POST', `${base}/keys`, {
    token: world.owner,
    body: { name: 'Not for this', ...body },
  })
  return made.body.data.secret
}
