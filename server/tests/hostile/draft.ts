import type { AnyOperation } from '../../../contract/operation.ts'
import type { Sent } from '../coverage/requests.ts'

/** A request on its way to be spoiled. */
export interface Draft {
  operation: AnyOperation
  /** Path parameters as they stand in the URL, encoded or not. */
  params: Record<string, string>
  /** With its `?`. */
  search: string
  headers: Record<string, string>
  body: unknown
  /** Spoils the body's bytes, last of all. */
  bytes?: (json: Buffer) => Buffer
}

export const draftOf = (operation: AnyOperation, sent: Sent): Draft => ({
  operation,
  params: Object.fromEntries(
    Object.entries(sent.params ?? {}).map(([name, id]) => [name, String(id)]),
  ),
  search: sent.query ? `?${new URLSearchParams(sent.query)}` : '',
  headers: {
    'content-type': 'application/json',
    ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
    'x-forwarded-for': sent.from ?? '10.0.0.9',
  },
  body: structuredClone(sent.body),
})

export const pathOf = ({ operation, params, search }: Draft): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name) => params[name]!) + search

/** JSON text that no value prints as: numbers out of range, members given twice, escapes of half characters. */
export const rawJson = (text: string): string => `<raw>${Buffer.from(text).toString('hex')}</raw>`

export function bytesOf({ body, bytes }: Draft): Buffer | undefined {
  if (body === undefined) return undefined
  const json = JSON.stringify(body).replace(/"<raw>([0-9a-f]*)<\/raw>"/g, (_, hex) =>
    Buffer.from(hex, 'hex').toString(),
  )
  return bytes ? bytes(Buffer.from(json)) : Buffer.from(json)
}

/** Replaces the node at a fraction of the way through a JSON value. */
export function replaceAt(value: unknown, fraction: number, replacement: unknown): unknown {
  let at = Math.floor(fraction * countOf(value))
  const visit = (node: unknown): unknown => {
    if (at-- === 0) return replacement
    if (Array.isArray(node)) return node.map(visit)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, visit(child)]))
  }
  return visit(value)
}

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, child) => sum + countOf(child), 1)
    : 1
