import type { AnyOperation, Method } from '../../../contract/language/operation.ts'
import { thingsIn } from '../../../contract/language/path-things.ts'
import { nearest, nearMiss } from '../../../shared/nearest.ts'
import { Refusal } from '../refusal.ts'

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

type Route = Pick<AnyOperation, 'method' | 'path'>

/** The refusal of a request that no route takes: its path is unknown, or known with other methods. */
export function refuseRoute(method: string, url: string, routes: Iterable<Route>): Refusal {
  const path = url.split('?')[0]!.replace(/\/$/, '')
  const all = [...routes]
  const found = all.filter((route) => isOf(route.path, path))
  if (found.length === 0) {
    const near = nearestRoute(path, new Set(all.map((route) => route.path)))
    return near === undefined
      ? new Refusal('not_found', 'no_route')
      : new Refusal('not_found', 'near_route', { nearest: near })
  }
  const same = found.find((route) => route.method === method)
  // A part of the path is longer than any id.
  if (same) return nothingAt(same.path)
  const methods = METHODS.filter((one) => found.some((route) => route.method === one))
  const headers = { allow: methods.join(', ') }
  const values = { method, methods: choiceOf(methods) }
  return new Refusal('method_not_allowed', 'other_method', values, { headers })
}

/**
 * The refusal of a request whose path names something that is not there. It names everything that the path does, whatever is
 * missing, so that it says nothing about what is there.
 */
export function nothingAt(path: string): Refusal {
  const things = thingsIn(path)
  return things.length === 0
    ? new Refusal('not_found')
    : new Refusal('not_found', 'things', { things: choiceOf(things) })
}

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const choiceOf = (names: readonly string[]): string => choices.format(names)

/** The path that was probably meant: one without or with the version, or one of whose parts is mistyped. */
function nearestRoute(path: string, routes: ReadonlySet<string>): string | undefined {
  const versions = [`/v1${path}`, path.replace(/^\/v1(?=\/)/, '')]
  const paths = [...routes]
  return (
    paths.find((route) => versions.some((version) => isOf(route, version))) ??
    nearest(
      path,
      paths.filter((route) => isNear(route, path)),
    )
  )
}

const isParameter = (part: string): boolean => part.startsWith('{')

function isOf(route: string, path: string): boolean {
  const [wanted, parts] = [route.split('/'), path.split('/')]
  return (
    wanted.length === parts.length &&
    wanted.every((part, i) => isParameter(part) || part === parts[i])
  )
}

/** Whether the path is the route's but for one part, which is nearly the same. */
function isNear(route: string, path: string): boolean {
  const [wanted, parts] = [route.split('/'), path.split('/')]
  if (wanted.length !== parts.length) return false
  const others = wanted.flatMap((part, i) =>
    isParameter(part) || part === parts[i] ? [] : { part, sent: parts[i]! },
  )
  return others.length === 1 && nearMiss(others[0]!.sent, [others[0]!.part]) !== undefined
}
