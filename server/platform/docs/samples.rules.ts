import { type Operation, type Reading, type Schema, wholeOf } from './document.rules.ts'

/** A request with curl, with the names for addresses and credentials that the guides use. */
export function curlOf(reading: Reading, operation: Operation): string {
  const { method, credential } = operation
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$URL${pathOf(operation)}"`,
    ...(credential === 'none'
      ? []
      : [`-H "Authorization: Bearer $${credential === 'key' ? 'KEY' : 'TOKEN'}"`]),
    ...bodyOf(reading, operation),
  ]
  return lines.join(' \\\n  ')
}

/** `/v1/boards/{id}/rows/{rowId}` → `/v1/boards/$ID/rows/$ROW_ID`, with the query that has to be there. */
function pathOf({ path, parameters }: Operation): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=$${variableOf(name)}`)
    .join('&')
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${variableOf(name)}`)
  return query === '' ? filled : `${filled}?${query}`
}

const variableOf = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()

/** How a body is written: the first type that it may have, or JSON if that is one of them. */
export function usualBody(reading: Reading, { requestBody }: Operation) {
  const content = Object.entries(requestBody?.content ?? {})
  const usual = content.find(([type]) => type === JSON_TYPE) ?? content[0]
  if (!usual) return undefined
  const [type, { schema, example }] = usual
  return { type, schema: wholeOf(reading, schema), example }
}

function bodyOf(reading: Reading, operation: Operation): string[] {
  const body = usualBody(reading, operation)
  if (!body) return []
  const { type, schema, example } = body
  if (type === MULTIPART) return partsOf(schema, example)
  return [`-H 'Content-Type: ${type}'`, `-d ${quoted(exampleText(type, example))}`]
}

/**
 * The parts of a form, with the files last, because what they are for has to be known first. Texts are sent with
 * `--form-string`: with `-F`, curl would read a file for a text that begins with `@` or `<`.
 */
function partsOf({ properties }: Schema, example: unknown): string[] {
  const isFile = (name: string) => properties?.[name]?.format === 'binary'
  const parts = Object.entries(example as Record<string, string>)
  const texts = parts.filter(([name]) => !isFile(name))
  const files = parts.filter(([name]) => isFile(name))
  return [
    ...texts.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
    ...files.map(([name, value]) => `-F ${quoted(`${name}=@${fileIn(value)}`)}`),
  ]
}

/** `(the bytes of contacts.csv)` → `contacts.csv` */
const fileIn = (example: string): string => /(\S+)\)$/.exec(example)?.[1] ?? 'file'

/** An example as it is sent. */
export function exampleText(type: string, example: unknown): string {
  if (typeof example === 'string') return example
  if (type === MULTIPART) return linesOf(example as object)
  if (type === URL_ENCODED) return String(new URLSearchParams(example as Record<string, string>))
  return JSON.stringify(example ?? {}, null, 2)
}

const linesOf = (fields: object): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** A word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export const JSON_TYPE = 'application/json'
export const MULTIPART = 'multipart/form-data'
const URL_ENCODED = 'application/x-www-form-urlencoded'
