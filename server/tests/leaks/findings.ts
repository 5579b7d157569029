import type { AnyOperation } from '../../../contract/language/operation.ts'
import { type Sent, send } from '../coverage/requests.ts'
import { NOTHING } from '../coverage/subjects.ts'
import type { Answer } from '../support/clients/client.ts'
import { type Asker, askers, type Outcome, outcomeFor } from './askers.ts'
import { namingRequests, requestsFor } from './asking.ts'
import { found, readable } from './search.ts'
import { type LeakWorld, placeFor, signsFor } from './world.ts'

/** What leaked when somebody who may not see the hidden columns asked for everything. */
export async function findingsOf(
  leak: LeakWorld,
  operation: AnyOperation,
  asker: Asker,
  outcome: Outcome,
  requests: Requests = requestsFor,
): Promise<string[]> {
  const findings: string[] = []
  let answered = false
  for (const sent of await requests(leak, operation, asker)) {
    const answer = await ask(leak, operation, asker, sent)
    answered ||= answer.status < 300
    findings.push(
      ...found(withoutReasons(answer), signsFor(leak, operation)).map((sign) => `tells ${sign}`),
    )
    if (!fits(answer, outcome)) findings.push(`is ${answer.status}: ${answer.text.slice(0, 300)}`)
  }
  if (outcome === 'answered' && !answered) findings.push('is never answered with a success')
  return findings
}

type Requests = (leak: LeakWorld, operation: AnyOperation, by: Asker | 'owner') => Promise<Sent[]>

/** With `as`, an admin asks, who also gets the hidden columns: this returns what the other person would get. */
function withoutReasons(answer: Answer): Answer {
  if (answer.body?.hiddenColumns === undefined) return answer
  const { hiddenColumns: _, ...body } = answer.body
  const text = JSON.stringify(body)
  return { ...answer, body, text, bytes: Buffer.from(text) }
}

const ask = (leak: LeakWorld, operation: AnyOperation, asker: Asker, sent: Sent) =>
  send(leak.service, operation, sentBy(leak, operation, asker, sent))

/** A request that names something hidden may also be answered that it does not exist. */
const fits = ({ status, body }: Answer, outcome: Outcome): boolean =>
  outcome === 'refused'
    ? status === 403
    : status < 300 || status === 404 || body?.code === 'unknown_column'

/** The first signs that an operation reveals to anybody who may call it, where nothing is hidden. */
export async function tellsOf(
  leak: LeakWorld,
  operation: AnyOperation,
  requests: Requests = requestsFor,
): Promise<string[]> {
  const answered = askers.filter((asker) => outcomeFor(operation, asker) === 'answered')
  for (const sent of await requests(leak, operation, 'owner')) {
    const first = found(await send(leak.service, operation, sent), signsFor(leak, operation))
    if (first.length > 0) return first
    for (const asker of answered) {
      const signs = found(await ask(leak, operation, asker, sent), signsFor(leak, operation))
      if (signs.length > 0) return signs
    }
  }
  return []
}

/** Names that no column has, in each form in which a column may be named. */
const none = { key: 'zz9_none', id: NOTHING, name: 'zz9 none', shouted: 'ZZ9 NONE' }
type Form = keyof typeof none

/**
 * How answers to requests that name a hidden column differ from those that name no column; empty if they do not. The
 * first column is named in every form by every request. Each of the others is named in one form by one request, which
 * is another one for another operation or asker; the soak names each by every request.
 */
export async function namingFindings(
  leak: LeakWorld,
  operation: AnyOperation,
  asker: Asker,
  requests: NamingRequests = namingRequests,
): Promise<string[]> {
  const made = new Map<string, Promise<Sent[]>>()
  const requestsOf = (column: string): Promise<Sent[]> => {
    if (!made.has(column)) made.set(column, requests(leak, operation, column))
    return made.get(column)!
  }
  const answer = async (column: string, nth: number): Promise<string> =>
    masked(await ask(leak, operation, asker, (await requestsOf(column))[nth]!), column)
  const missing = new Map<string, Promise<string>>()
  const missed = (form: Form, nth: number): Promise<string> => {
    const place = `${form} ${nth}`
    if (!missing.has(place)) missing.set(place, answer(none[form], nth))
    return missing.get(place)!
  }
  const forms = Object.keys(none) as Form[]
  const columns = leak.hidden.get(placeFor(leak, operation))!
  const { length } = await requestsOf(columns[0]!.key)
  const all = Array.from({ length }, (_, nth) => nth)
  const turn = operation.operationId.length + askers.indexOf(asker)
  const findings: string[] = []
  for (const [at, column] of columns.entries()) {
    const named: Record<Form, string> = { ...column, shouted: column.name.toUpperCase() }
    for (const form of at === 0 ? forms : [forms[at % forms.length]!]) {
      for (const nth of at === 0 || isSoak ? all : [(at + turn) % length]) {
        const [text, other] = [await answer(named[form], nth), await missed(form, nth)]
        if (text !== other) findings.push(`${named[form]}: ${apart(text, other)}`)
      }
    }
  }
  return findings
}

const isSoak = process.env.SOAK !== undefined

type NamingRequests = typeof namingRequests

/** An answer's bytes without the name that was sent and without what differs from request to request. */
function masked({ status, headers, text }: Answer, name: string): string {
  const seen = `${status} ${JSON.stringify(lasting(headers))} ${text}`
  return timeless(
    [name, encodeURIComponent(name)].reduce((all, each) => all.replaceAll(each, '<name>'), seen),
  )
}

/** The headers that are the same from request to request. */
const lasting = (headers: Headers) =>
  [...headers].filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name))

/**
 * How the answers to the same requests differ between two worlds that differ only in what is hidden from the asker.
 */
export async function differencesOf(
  [one, other]: [LeakWorld, LeakWorld],
  operation: AnyOperation,
  asker: Asker,
  requests: Requests = requestsFor,
): Promise<string[]> {
  const [asked, alike] = [
    await requests(one, operation, asker),
    await requests(other, operation, asker),
  ]
  const differences: string[] = []
  for (const [at, sent] of asked.entries()) {
    const first = comparable(one, await ask(one, operation, asker, sent))
    const second = comparable(other, await ask(other, operation, asker, alike[at]!))
    if (first !== second) differences.push(`${JSON.stringify(sent.query)}: ${apart(first, second)}`)
  }
  return differences
}

/** Where two texts begin to differ, and how they go on. */
function apart(one: string, other: string): string {
  const at = Array.from(one).findIndex((character, index) => character !== other[index])
  const [from, to] = [Math.max(0, at - 80), at + 160]
  return `${one.slice(from, to)}\n${other.slice(from, to)}`
}

/** An answer without what differs between any two worlds: names, numbers of people, what is counted. */
function comparable(leak: LeakWorld, answer: Answer): string {
  const { status, headers } = answer
  const text = readable(withoutReasons(answer))
  const made =
    /\b(?:Column|Board|Page|Team|new|guest|form|owner|admin|manager|member|viewer|Desk|view)[- ]?\d+/gi
  return (
    timeless(`${status} ${JSON.stringify(lasting(headers))} ${text}`)
      .replace(/\b(?:board|page)(?:[- ]|%20)[0-9a-f]{8}/gi, '<name>')
      .replaceAll(String(leak.guest), '<guest>')
      .replace(/(?<="crmUserId":)\d+/g, (number) => (Number(number) > leak.guest ? '<n>' : number))
      .replace(made, '<name>')
      // The guide contains the ids of what columns link to.
      .replace(/"writeGuide":\{"version":"\w+"|Guide version `\w+`/g, '<guide>')
      // The document contains the workspace's name.
      .replace(/"documentHash":"[0-9a-f]{64}"/g, '<hash>')
      .replace(/\bW[\w-]{20,}/g, '<cursor>')
      .replace(/"nextCursor":"[^"]*"/g, '"nextCursor":"<cursor>"')
      .replace(/(?<="lastFour":")\w{4}/g, '<random>')
      // Where forms are.
      .replace(/(?<="publicId":"|\/f\/)[\w-]{16}/g, '<form>')
      // Every workspace is told of what is published, so the older world was told of more.
      .replace(/id: <cursor>\nevent: agreement\.published\n.*\n\n/g, '')
      .replace(
        /\{"id":"<id>","cursor":"<cursor>","type":"agreement\.published"[^{}]*\{[^{}]*\}\},?/g,
        '',
      )
      .replaceAll('},]', '}]')
      // How many heartbeats a stream has depends on the clock.
      .replace(/: alive\nid: <cursor>\n+/g, '')
  )
}

/** Without ids and times, which differ between requests and between worlds. */
export const timeless = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    // The random part of an email address.
    .replace(/(?:-[a-z2-9]{5}){2}@in\.example\.com/g, '-<random>')
    .replace(/"position":\d+/g, '"position":<n>')
    .replace(/"ratelimit-\w+","\d+"/g, '<rate>')

/** A request as the asker would send it. */
function sentBy(world: LeakWorld, operation: AnyOperation, asker: Asker, sent: Sent): Sent {
  const as = (name: string): Sent => ({
    ...sent,
    token: world.owner,
    query: { ...sent.query, as: name },
  })
  switch (asker) {
    case 'as a role':
      return as('role:manager')
    case 'as a key':
      return as(`key:${placeFor(world, operation).keyId}`)
    case 'key':
      return sent
    default:
      // Requests about accounts and sessions keep the credential that they were made with.
      return operation.access === 'public' || operation.access === 'session'
        ? sent
        : { ...sent, token: world.desk.tokens[asker] }
  }
}
