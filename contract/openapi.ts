import type { TSchema } from 'typebox'
import { IngestRefusal, SessionRefusal } from './common.ts'
import { type AnyOperation, isKeyAccess, jsonBody } from './operation.ts'
import { operations } from './operations.ts'
import { refusals, statusOf } from './refusals.ts'
import { VERSION } from './version.ts'

/** The OpenAPI 3.1 document, made from the operation table and nothing else. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    paths[operation.path]![operation.method.toLowerCase()] = describe(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sourcebook',
      version: VERSION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: INTRODUCTION,
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sourcebook_session',
          description:
            'For pages of the service itself. Named `__Host-sourcebook_session` where they are reached by https.',
        },
        key: { type: 'http', scheme: 'bearer', description: 'A board or page key.' },
        keyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: { SessionRefusal, IngestRefusal },
    },
  }
}

const INTRODUCTION = `Rows come in through a key, whole, with a receipt; people work on them.

Every answer carries \`X-Request-Id\`. A list answers \`{data, nextCursor}\`; one thing \`{data}\`. Every POST of a
signed-in caller or a key takes an \`Idempotency-Key\` (up to 255 characters, remembered for 24 hours): sent again
with the same body it replays the first answer with \`Idempotent-Replayed: true\`. Timestamps are RFC 3339 in UTC.

**In a browser**, the app of the service keeps its session in a cookie that no script can read. It sends the header
\`X-Sourcebook-Session: cookie\` with every request. What signs in (sign-in, sign-up, an invitation, a switch of the
workspace) then sets the cookie (\`HttpOnly\`, \`SameSite=Lax\`, 30 days, \`Secure\` under https) and answers an empty
\`accessToken\`; signing out clears it. A session route takes the cookie where no other credential is sent. Under the
cookie, whatever is not a GET needs that header, and an \`Origin\` that is the service's own, if there is one: else it
is refused with 403 \`csrf_refused\`. A GET needs neither, so that a link may download.`

const access: Record<string, string> = {
  public: 'Anyone.',
  session: 'Anyone signed in.',
  workspace: 'Any active seat reads; writing needs the role member or above.',
  'any-seat': 'Any active seat.',
  'board:write': 'The role member or above.',
  'board:admin': 'The role admin or owner.',
  'def:admin': 'The role admin or owner.',
  'workspace:admin': 'The role admin or owner.',
  'workspace:manager': 'The role manager or above.',
}

function describe(operation: AnyOperation): object {
  const key = isKeyAccess(operation.access)
  const who = key
    ? `A ${operation.access.split(':')[1]} key with the scope \`${operation.access.split(':').slice(2).join(':')}\`.`
    : access[operation.access]
  const plan = operation.plan && `**Plan:** ${operation.plan}.`
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, `**Who:** ${who}`, plan].filter(Boolean).join('\n\n'),
    'x-access': operation.access,
    ...(operation.plan ? { 'x-plan': operation.plan } : {}),
    security:
      operation.access === 'public'
        ? []
        : key
          ? [{ key: [] }, { keyHeader: [] }]
          : [{ session: [] }, { cookie: [] }],
    parameters: [
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...idempotency(operation),
      ...sessionHeader(operation),
    ],
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: {
              ...(operation.upload ? { 'multipart/form-data': { schema: operation.body } } : {}),
              ...(operation.upload !== true
                ? { 'application/json': { schema: jsonBody(operation) } }
                : {}),
            },
          },
        }
      : {}),
    ...(operation.consumes
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              operation.consumes.map((type) => [type, { schema: { type: 'string' } }]),
            ),
          },
        }
      : {}),
    responses: responses(operation, key),
  }
}

function parameters(schema: TSchema | undefined, where: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(property.description ? { description: property.description } : {}),
    schema: property,
  }))
}

const idempotency = ({ method, access }: AnyOperation): object[] =>
  method === 'POST' && access !== 'public'
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'One effect however often it is sent.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ]
    : []

const sessionHeader = ({ session }: AnyOperation): object[] =>
  session === 'opens'
    ? [
        {
          name: 'X-Sourcebook-Session',
          in: 'header',
          required: false,
          description: 'Answers the session as a cookie, and an empty `accessToken`.',
          schema: { type: 'string', enum: ['cookie'] },
        },
      ]
    : []

function responses(operation: AnyOperation, key: boolean): Record<string, object> {
  const byStatus = new Map<number, string[]>()
  for (const code of operation.refuses) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${refusals[code][1]}`])
  }
  const refusal = { $ref: `#/components/schemas/${key ? 'IngestRefusal' : 'SessionRefusal'}` }
  const content = Object.fromEntries([
    ...(operation.answer ? [['application/json', { schema: operation.answer }]] : []),
    ...(operation.produces ?? []).map((type) => [type, { schema: { type: 'string' } }]),
  ])
  const success =
    Object.keys(content).length > 0
      ? { description: 'Done.', content }
      : { description: 'Done; no body.' }
  return {
    ...(isRehearsed(operation) && {
      200: { ...success, description: 'A dry run: what would be answered. Nothing is written.' },
    }),
    [operation.status]: success,
    ...Object.fromEntries(
      [...byStatus].map(([status, lines]) => [
        status,
        { description: lines.join('\n\n'), content: { 'application/json': { schema: refusal } } },
      ]),
    ),
  }
}

const isRehearsed = ({ query }: AnyOperation): boolean =>
  'dryRun' in ((query as { properties?: object } | undefined)?.properties ?? {})
