import type { AnyOperation } from '../../../contract/language/operation.ts'
import { type Sent, takesForm } from '../coverage/requests.ts'

/** A request on its way to be spoiled. */
export interface Draft {
  operation: AnyOperation
  /** Path parameters as they are in the URL, encoded or not. */
  params: Record<string, string>
  /** The query, with its `?`. */
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
    'content-type': takesForm(operation, sent.body)
      ? `multipart/form-data; boundary=${BOUNDARY}`
      : 'application/json',
    ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
    'x-forwarded-for': sent.from ?? '10.0.0.9',
  },
  body: structuredClone(sent.body),
})

export const pathOf = ({ operation, params, search }: Draft): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name) => params[name]!) + search

/** JSON text that JSON.stringify never writes: numbers out of range, repeated members, escapes of half characters. */
export const rawJson = (text: string): string => `<raw>${Buffer.from(text).toString('hex')}</raw>`

export function bytesOf({ operation, body, bytes }: Draft): Buffer | undefined {
  if (body === undefined) return undefined
  const isForm = takesForm(operation, body) && typeof body === 'object' && body !== null
  const text = isForm ? formText(body) : jsonText(body)
  return bytes ? bytes(Buffer.from(text)) : Buffer.from(text)
}

const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replace(/"<raw>([0-9a-f]*)<\/raw>"/g, (_, hex) =>
    Buffer.from(hex, 'hex').toString(),
  )

const BOUNDARY = 'a-boundary-of-the-tests'

/** A form as a browser writes it, whatever its parts are called. */
const formText = (parts: object): string =>
  Object.entries(parts)
    .map(([name, value]) => {
      const isFile = name === 'file' ? '; filename="leads.csv"' : ''
      const text = typeof value === 'string' ? value : jsonText(value)
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${isFile}\r\n\r\n${text}\r\n`
    })
    .join('')
    .concat(`--${BOUNDARY}--\r\n`)

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
