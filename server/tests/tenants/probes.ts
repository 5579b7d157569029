import type { AnyOperation } from '../../../contract/language/operation.ts'
import { type Sent, send } from '../coverage/requests.ts'
import { paramsOf, placeOf } from '../coverage/subjects.ts'
import { idsOf, type World } from '../coverage/world.ts'
import type { Answer } from '../support/clients/client.ts'
import type { TestServer } from '../support/service/service.ts'
import { idSitesOf } from './id-sites.ts'
import { rulesFor } from './rules.ts'

/** One request with an id of another workspace, and how it must be answered. */
export interface Probe {
  name: string
  foreign: Sent
  ids: (string | number)[]
  /** The same request with ids that nothing has; absent if any answer will do that reveals nothing. */
  missing?: { sent: Sent; ids: (string | number)[] }
  status?: number
  code?: string | undefined
}

/** Places for ids that the matrix has no rule for. */
export const unplaced = (operations: readonly AnyOperation[]): string[] =>
  operations.flatMap((operation) => [
    ...paramsOf(operation)
      .filter(({ subject }) => !subject)
      .map(({ name }) => `${operation.operationId} path.${name}`),
    ...idSitesOf(operation)
      .filter((site) => !rulesFor(operation, site))
      .map((site) => `${operation.operationId} ${site}`),
  ])

/** @param sent a request of our own that succeeds. */
export const probesOf = (operation: AnyOperation, sent: Sent, theirs: World): Probe[] => [
  ...pathProbes(operation, sent, theirs),
  ...idSitesOf(operation).flatMap((site) => siteProbes(operation, site, sent, theirs)),
]

/** Puts each foreign id into the path by itself, among our own ids, and then all of them at once. */
function pathProbes(operation: AnyOperation, sent: Sent, theirs: World): Probe[] {
  const params = paramsOf(operation).map(({ name, subject }) => ({
    name,
    foreign: subject!.of(theirs, placeOf(theirs, operation)),
    missing: subject!.missing[0]!,
  }))
  const probe = (chosen: { name: string; id: string | number; missing: string | number }[]) => ({
    name: `${operation.operationId} path.${chosen.map(({ name, id }) => `${name}=${id}`).join(',')}`,
    foreign: withParams(
      sent,
      chosen.map(({ name, id }) => [name, id]),
    ),
    ids: chosen.map(({ id }) => id),
    missing: {
      sent: withParams(
        sent,
        chosen.map(({ name, missing }) => [name, missing]),
      ),
      ids: chosen.map(({ missing }) => missing),
    },
    status: 404,
    code: 'not_found',
  })
  const single = params.flatMap(({ name, foreign, missing }) =>
    foreign.map((id) => probe([{ name, id, missing }])),
  )
  if (params.length < 2) return single
  return [
    ...single,
    probe(params.map(({ name, foreign, missing }) => ({ name, id: foreign[0]!, missing }))),
  ]
}

const withParams = (sent: Sent, params: [string, string | number][]): Sent => ({
  ...sent,
  params: { ...sent.params, ...Object.fromEntries(params) },
})

const siteProbes = (operation: AnyOperation, site: string, sent: Sent, theirs: World): Probe[] =>
  rulesFor(operation, site)!.flatMap(({ put, foreign, as }) =>
    foreign(theirs, operation).map((id) => ({
      name: `${operation.operationId} ${site}=${id}`,
      foreign: put(sent, id),
      ids: [id],
      ...(as && {
        missing: { sent: put(sent, as.missing), ids: [as.missing] },
        status: as.status,
        code: as.code,
      }),
    })),
  )

/** What a probe revealed; empty if workspaces are kept apart. */
export async function findingsOf(
  server: Pick<TestServer, 'api'>,
  operation: AnyOperation,
  probe: Probe,
  theirs: World,
): Promise<string[]> {
  const answer = await send(server, operation, probe.foreign)
  const findings = leaksIn(answer, theirs, probe.ids)
  if (answer.status >= 500) findings.push(`answered ${answer.status}`)
  if (probe.missing) {
    const { status, body } = answer
    const code = body?.code ?? body?.error?.code
    if (status !== probe.status || code !== probe.code) {
      findings.push(`answered ${status} ${answer.text.slice(0, 200)}`)
    }
    const none = await send(server, operation, probe.missing.sent)
    // An answer may repeat a value that was sent. All paths that lead nowhere get exactly the same bytes.
    const isPath = probe.code === 'not_found'
    const seen = shown(answer, isPath ? [] : probe.ids)
    const wanted = shown(none, isPath ? [] : probe.missing.ids)
    if (seen !== wanted) findings.push(`is told apart from an id of nothing:\n${seen}\n${wanted}`)
  }
  return findings.map((finding) => `${probe.name}: ${finding}`)
}

/** Names and ids of the other workspace in an answer, except those that were sent. */
export function leaksIn({ text }: Answer, theirs: World, sent: (string | number)[] = []): string[] {
  const canaries = [theirs.mark, ...idsOf(theirs)].filter((canary) => !sent.includes(canary))
  return canaries.filter((canary) => text.includes(canary)).map((canary) => `tells ${canary}`)
}

/** All that a client sees of an answer, without what differs from request to request and without the ids it sent. */
function shown({ status, headers, text }: Answer, ids: (string | number)[]): string {
  const differing = ['x-request-id', 'date', ...(ids.length > 0 ? ['content-length'] : [])]
  const kept = [...headers].filter(
    ([name]) => !differing.includes(name) && !name.startsWith('ratelimit-'),
  )
  return ids.reduce<string>(
    (all, id) => all.replaceAll(String(id), '<id>'),
    `${status} ${JSON.stringify(kept)} ${text}`,
  )
}
