import type { TSchema } from 'typebox'
import { IngestRefusal, SessionRefusal } from '../language/common.ts'
import { namingOf } from '../language/named.ts'
import {
  type AnyOperation,
  isKeyAccess,
  jsonBody,
  type SessionAccess,
} from '../language/operation.ts'
import { VERSION } from '../language/version.ts'
import { operations } from '../operations.ts'
import { type RefusalCode, refusals, statusOf } from '../refusals/refusals.ts'
import { Components } from './components.ts'
import { tags } from './tags.ts'

/** The OpenAPI 3.1 document, made only from the table of operations. */
export function openApiDocument(): object {
  const components = new Components()
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    paths[operation.path]![operation.method.toLowerCase()] = describe(operation, components)
  }
  const used = [...new Set(operations.map((operation) => operation.tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sourcebook',
      version: VERSION,
      // People read this from a service of their own, or of somebody they know.
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: INTRODUCTION,
    },
    servers: [{ url: '/' }],
    // What most operations need; the others say so.
    security: [{ session: [] }, { cookie: [] }],
    tags: used.map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The access token that signing in returns, or one made for a program (`sbt_…`), within its scopes: `x-scope` names the one that an operation needs. Operations with `x-session-required` take no program’s token.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sourcebook_session',
          description:
            'For pages that the service itself serves. The cookie is named `__Host-sourcebook_session` when they are reached over https.',
        },
        key: { type: 'http', scheme: 'bearer', description: 'A board key or a page key.' },
        keyHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A board key or a page key, for clients that cannot set `Authorization`.',
        },
      },
      ...components.all(),
    },
  }
}

const INTRODUCTION = `Sourcebook keeps a deal desk's records. Programs add rows with a key and get a receipt for every write. People work
on them in the app, which uses this same API.

**Answers.** A single thing is returned as \`{data}\`, a list as \`{data, nextCursor}\`. To read the next page, send \`nextCursor\` as
\`cursor\`; on the last page it is \`null\`. Every answer has an \`X-Request-Id\`; quote it when you report a problem. Timestamps are
RFC 3339 in UTC. Amounts of money are integers in minor units (cents). Answers of 1 KiB or more are compressed with Brotli or gzip
if \`Accept-Encoding\` allows it.

**Refusals.** A refused request gets a stable \`code\` and a message for people. Branch on \`code\`, never on the message.

**Safe retries.** Every POST that needs a session or a key accepts an \`Idempotency-Key\` of up to 255 characters. Within 24 hours,
the same key with the same body has one effect: the first answer is sent again, with \`Idempotent-Replayed: true\`.

**Access tokens.** A person makes a token (\`sbt_…\`) for a program, which then works in their name, within the token's scopes.
\`x-scope\` names the one scope that an operation needs; operations with \`x-session-required\` are for people who are signed in.

**In a browser**, the service's own app keeps its session in a cookie that no script can read. It sends the header
\`X-Sourcebook-Session: cookie\` with every request. Operations that sign in (sign-in, sign-up, accepting an invitation, switching
workspace) then set the cookie (\`HttpOnly\`, \`SameSite=Lax\`, 30 days, \`Secure\` over https) and return an empty
\`accessToken\`. Signing out clears it. The cookie counts only when no other credential is sent. Under the cookie, every request
that is not a GET needs that header and, if it has an \`Origin\`, the service's own; otherwise it is refused with 403
\`csrf_refused\`. A GET needs neither, so that a link can download a file.`

const callers: Record<Exclude<SessionAccess, 'workspace'> | 'public', string> = {
  public: 'Anyone.',
  session: 'Anyone who is signed in.',
  'any-seat': 'Every active seat.',
  'board:write': 'Members and above.',
  'board:admin': 'Admins and owners.',
  'def:admin': 'Admins and owners.',
  'workspace:admin': 'Admins and owners.',
  'workspace:manager': 'Managers and above.',
}

/** Who can call an operation, in words. */
function whoCanCall({ access, method }: AnyOperation): string {
  if (isKeyAccess(access)) return keyHolder(access)
  if (access === 'workspace') return callers[method === 'GET' ? 'any-seat' : 'board:write']
  return callers[access]
}

/** How openapi.json describes a body of one type. */
const typed = (schema: object, example: unknown): object =>
  example === undefined ? { schema } : { schema, example }

function requestBody(operation: AnyOperation, components: Components): object {
  const { body, consumes, upload, form, example, formExample } = operation
  const content: Record<string, object> = {}
  if (body && upload) {
    content['multipart/form-data'] = typed(components.schema(body), formExample ?? example)
  }
  if (body && upload !== true) {
    content['application/json'] = typed(components.schema(jsonBody(operation)), example)
  }
  if (form) {
    for (const type of FORMS) content[type] = typed(FIELDS, formExample)
  }
  for (const type of consumes ?? []) {
    const texts = formExample as Record<string, string> | undefined
    content[type] = typed({ type: 'string' }, texts?.[type])
  }
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } }
}

const FIELDS = { type: 'object', additionalProperties: true }
/** Forms whose fields are the columns, so that no schema can list them. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** `key:board:rows:write`: who has such a key. */
function keyHolder(keyAccess: string): string {
  const [, family, ...scope] = keyAccess.split(':')
  const key = family === 'any' ? 'board or page' : family
  return `A ${key} key with the scope \`${scope.join(':')}\`.`
}

function describe(operation: AnyOperation, components: Components): object {
  const key = isKeyAccess(operation.access)
  const plan = operation.plan && `**Plan:** ${operation.plan}.`
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, `**Who:** ${whoCanCall(operation)}`, plan]
      .filter(Boolean)
      .join('\n\n'),
    'x-access': operation.access,
    ...scopeOf(operation),
    ...(operation.plan ? { 'x-plan': operation.plan } : {}),
    ...(operation.access === 'public' ? { security: [] } : {}),
    ...(key ? { security: [{ key: [] }, { keyHeader: [] }] } : {}),
    parameters: [
      ...parameters(operation.params, 'path', components),
      ...parameters(operation.query, 'query', components),
      ...idempotency(operation, components),
      ...sessionHeader(operation, components),
    ],
    ...requestBody(operation, components),
    responses: responses(operation, key, components),
  }
}

/** What an access token needs: one scope, or nothing that it could have. */
function scopeOf({ scope }: AnyOperation): object {
  if (scope === undefined) return {}
  return scope === 'people only' ? { 'x-session-required': true } : { 'x-scope': scope }
}

function parameters(
  schema: TSchema | undefined,
  where: 'path' | 'query',
  components: Components,
): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) =>
    components.parameter(name, where, property, where === 'path' || required.includes(name)),
  )
}

const idempotency = ({ method, access }: AnyOperation, components: Components): object[] =>
  method === 'POST' && access !== 'public'
    ? [
        components.add('parameters', 'IdempotencyKey', {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Makes a retry safe: a request that is sent again with the same key and body has one effect.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        }),
      ]
    : []

const sessionHeader = ({ session }: AnyOperation, components: Components): object[] =>
  session === 'opens'
    ? [
        components.add('parameters', 'SessionAsCookie', {
          name: 'X-Sourcebook-Session',
          in: 'header',
          required: false,
          description: 'Set it to receive the session as a cookie. `accessToken` is then empty.',
          schema: { type: 'string', enum: ['cookie'] },
        }),
      ]
    : []

/** What any operation may meet, whatever is sent. */
const ANYWHERE: RefusalCode[] = ['internal', 'overloaded']

function responses(
  operation: AnyOperation,
  key: boolean,
  components: Components,
): Record<string, object> {
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of new Set([...operation.refuses, ...ANYWHERE])) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const success = successOf(operation, components)
  return {
    ...(isRehearsed(operation) && {
      200: {
        ...success,
        description: 'A dry run: what would be returned. Nothing is written.',
      },
    }),
    ...(operation.repeats && {
      200: { ...success, description: 'It was taken before: the first answer again.' },
    }),
    [operation.status]: success,
    ...(operation.refuses.includes('range_not_satisfiable') && {
      206: { ...success, description: 'The part that `Range` asks for.' },
    }),
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        components.once(`${key} ${codes}`, () => refused(codes, key, components)),
      ]),
    ),
  }
}

function successOf({ answer, produces = [] }: AnyOperation, components: Components): object {
  const headers = components.once('headers', () => headersOf(components))
  const others = produces.map((type: string) => [type, { schema: { type: 'string' } }])
  if (!answer && others.length === 0) {
    return components.add('responses', 'NoBody', {
      description: 'Done. There is no body.',
      headers,
    })
  }
  const json = answer ? [['application/json', { schema: components.schema(answer) }]] : []
  const content = Object.fromEntries([...json, ...others])
  const thing = answer && others.length === 0 ? thingIn(answer) : undefined
  if (!thing) return { description: 'Done.', headers, content }
  return components.add('responses', thing.name, { description: thing.about, headers, content })
}

/** The name and description of an answer that holds one named thing, or a page of a list of them. */
function thingIn(answer: TSchema): { name: string; about: string } | undefined {
  const { properties = {} } = answer as { properties?: Record<string, TSchema> }
  const members = Object.keys(properties).join(' ')
  const { items } = (properties.data ?? {}) as { items?: TSchema }
  const of =
    members === 'data' ? properties.data : members === 'data nextCursor' ? items : undefined
  const naming = of && namingOf(of)
  if (!naming) return undefined
  return members === 'data'
    ? { name: naming.name, about: naming.description }
    : { name: `${naming.name}List`, about: `A page of a list. Each item: ${naming.description}` }
}

/** Names for groups of refusals that many operations share. A single refusal is named after its code. */
const together: Record<string, string> = {
  'invalid_request invalid_cursor': 'InvalidListRequest',
  'invalid_request invalid_json': 'InvalidBody',
  'invalid_request invalid_json unknown_reference': 'InvalidBodyOrReference',
  'invalid_request invalid_json unknown_column': 'InvalidBodyOrColumn',
  'invalid_request invalid_json invalid_rows unknown_reference': 'InvalidRowsBody',
  'invalid_request unknown_reference': 'InvalidReference',
  'invalid_request unknown_reference unknown_column': 'InvalidReferenceOrColumn',
  'request_in_progress name_taken': 'NewNameTaken',
  'request_in_progress key_taken name_taken': 'NewKeyOrNameTaken',
  'request_in_progress value_taken': 'RestoredValueTaken',
  'request_in_progress already_completed already_waived already_cancelled': 'ObligationEnded',
  'session_required address_not_allowed insufficient_scope': 'SeatReadForbidden',
  'session_required address_not_allowed insufficient_scope forbidden': 'ReadForbidden',
  'session_required address_not_allowed insufficient_scope csrf_refused': 'SeatWriteForbidden',
  'session_required address_not_allowed insufficient_scope csrf_refused forbidden':
    'WriteForbidden',
  'session_required address_not_allowed insufficient_scope csrf_refused forbidden column_locked':
    'CellWriteForbidden',
  'session_required address_not_allowed': 'PersonReadForbidden',
  'session_required address_not_allowed csrf_refused': 'PersonWriteForbidden',
  'session_required address_not_allowed csrf_refused forbidden': 'AdminWriteForbidden',
  'session_required address_not_allowed forbidden': 'AdminReadForbidden',
}

function refused(codes: RefusalCode[], key: boolean, components: Components): object {
  const schema = components.schema(key ? IngestRefusal : SessionRefusal)
  const isWait = codes.includes('rate_limited') || codes.includes('overloaded')
  const response = {
    description: codes.map((code) => `\`${code}\`: ${refusals[code].meaning}`).join('\n\n'),
    headers: headersOf(components, isWait),
    content: { 'application/json': { schema } },
  }
  const name = codes.length === 1 ? pascal(codes[0]!) : together[codes.join(' ')]
  if (!name) return response
  return components.add('responses', key ? `Ingest${name}` : name, response)
}

function headersOf(components: Components, isWait = false): object {
  return {
    'X-Request-Id': components.add('headers', 'RequestId', {
      description: 'Identifies the request in the log of the service.',
      schema: { type: 'string' },
    }),
    ...(isWait
      ? {
          'Retry-After': components.add('headers', 'RetryAfter', {
            description: 'How many seconds to wait before the request is sent again.',
            schema: { type: 'integer' },
          }),
        }
      : {}),
  }
}

const pascal = (code: string): string =>
  code
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')

const isRehearsed = ({ query }: AnyOperation): boolean =>
  'dryRun' in ((query as { properties?: object } | undefined)?.properties ?? {})
