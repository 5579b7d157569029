import { setImmediate as breathe } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { damagedWorkbook, FileProblem } from './file-problem.ts'
import { utf16Of } from './text-files.rules.ts'

/** What to do with an element, and which elements in it matter. All others are passed over, with all that is in them. */
export interface XmlElement {
  open?: (attributes: Record<string, string>, namespaceOf: NamespaceOf) => void
  /** Its own text, in pieces. */
  text?: (text: string) => void
  close?: () => void
  within?: Record<string, XmlElement>
}
type NamespaceOf = (prefix: string) => string | undefined
/** The facts about an open element. All have the same members, which V8 finds faster. */
interface Known extends Pick<XmlElement, 'open' | 'text' | 'close'> {
  within: ReadonlyMap<string, Known>
  /** Of a group of alternatives: what is known within the last, which is for programs that know no extension. */
  fallback: ReadonlyMap<string, Known> | undefined
}

const known = ({ open, text, close, within = {} }: XmlElement): Known => {
  const inner = Object.entries(within).map(([name, element]) => [name, known(element)] as const)
  return { open, text, close, within: new Map(inner), fallback: undefined }
}
const UNKNOWN = known({})

/** No element, attribute or text of a real workbook is longer, and a longer one would fill the memory. */
const MOST_AT_ONCE = 1024 * 1024
/** Spreadsheets write about ten levels. The parser remembers every open element. */
const MOST_DEPTH = 100
/** Spreadsheets write about thirty, in the first element. */
const MOST_ATTRIBUTES = 200

const XMLNS = 'xmlns'
/** The namespace of alternatives. */
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006'

/**
 * Reads an XML document piece by piece. An element is known by its name, its place and its namespace, and never by its
 * prefix. The namespace is that of the root: workbooks have one of two, and a few have none. Extensions use the same names
 * in namespaces of their own. Fetches nothing outside the document, and refuses a document type, which could define
 * entities. Yields after each piece of the source.
 *
 * @param part what the document is called in messages.
 * @throws FileProblem if it is not well-formed, or exceeds a limit.
 */
export async function* readXml(
  source: AsyncIterable<Uint8Array>,
  root: XmlElement,
  { part, mostElements }: { part: string; mostElements: number },
): AsyncGenerator<void, void, void> {
  const parser = new SaxesParser()
  let decoder: TextDecoder | undefined
  const prefixes = new Prefixes()
  const namespaceOf = (prefix: string) => prefixes.namespaceOf(prefix)
  const path: Known[] = []
  let current = UNKNOWN
  let namespace: string | undefined
  let since = 0
  let elements = 0
  let attributesHere = 0
  const tooMuch = (what: string) =>
    new FileProblem(`has more than ${what} in ${part}; save the sheet as CSV`)
  parser.on('error', (error) => {
    throw damagedWorkbook(error.message)
  })
  parser.on('doctype', () => {
    throw new FileProblem(
      'cannot be read as a workbook: it has a document type; save it as XLSX again, or as CSV',
    )
  })
  function find(name: string): Known {
    if (current === UNKNOWN) return UNKNOWN
    const colon = name.indexOf(':')
    const its = prefixes.namespaceOf(prefixOf(name, colon))
    const local = colon === -1 ? name : name.slice(colon + 1)
    if (its === namespace) return current.within.get(local) ?? UNKNOWN
    if (its !== COMPATIBILITY) return UNKNOWN
    if (local === 'AlternateContent') return { ...UNKNOWN, fallback: current.within }
    return local === 'Fallback' && current.fallback
      ? { ...UNKNOWN, within: current.fallback }
      : UNKNOWN
  }
  function addText(text: string): void {
    since = 0
    current.text?.(text)
  }
  parser.on('attribute', ({ name, value }) => {
    if (++attributesHere > MOST_ATTRIBUTES)
      throw tooMuch(`${MOST_ATTRIBUTES} attributes on one element`)
    if (name.length >= XMLNS.length && name.startsWith(XMLNS)) {
      prefixes.declare(name.slice(XMLNS.length), value, path.length)
    }
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    since = 0
    attributesHere = 0
    if (path.length === MOST_DEPTH) throw tooMuch(`${MOST_DEPTH} levels of elements`)
    if (++elements > mostElements) throw tooMuch(`${inThousands(mostElements)} elements`)
    if (path.length === 0) namespace = namespaceOf(prefixOf(name))
    const element = path.length === 0 ? known(root) : find(name)
    path.push(current)
    current = element
    element.open?.(attributes, namespaceOf)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    since = 0
    current.close?.()
    current = path.pop()!
    prefixes.forget(path.length)
  })
  for await (const chunk of source) {
    since += chunk.length
    if (since > MOST_AT_ONCE) {
      throw new FileProblem(
        'has a cell that is larger than 1 MiB; shorten it, and save it as XLSX again',
      )
    }
    decoder ??= new TextDecoder(utf16Of(Buffer.from(chunk)) ?? 'utf-8')
    parser.write(decoder.decode(chunk, { stream: true }))
    await breathe()
    yield
  }
  parser.close()
}

/** The namespaces that prefixes stand for in the elements that are open. The default namespace has the prefix ''. */
class Prefixes {
  readonly #namespaces = new Map([['', '']])
  /** What a declaration replaced, and at what depth. */
  readonly #replaced: { prefix: string; namespace: string | undefined; depth: number }[] = []
  /** @param name of the attribute, after `xmlns`: nothing, or a colon and the prefix. */
  declare(name: string, namespace: string, depth: number): void {
    if (name !== '' && name[0] !== ':') return
    const prefix = name.slice(1)
    this.#replaced.push({ prefix, namespace: this.#namespaces.get(prefix), depth })
    this.#namespaces.set(prefix, namespace)
  }
  forget(depth: number): void {
    while (this.#replaced.at(-1)?.depth === depth) {
      const { prefix, namespace } = this.#replaced.pop()!
      if (namespace === undefined) this.#namespaces.delete(prefix)
      else this.#namespaces.set(prefix, namespace)
    }
  }
  namespaceOf(prefix: string): string | undefined {
    return this.#namespaces.get(prefix)
  }
}

const prefixOf = (name: string, colon = name.indexOf(':')): string =>
  colon === -1 ? '' : name.slice(0, colon)

/** A number as messages write it: 1,048,576. */
export const inThousands = (number: number): string => number.toLocaleString('en-US')
