import { setImmediate as breathe } from 'node:timers/promises'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { damagedWorkbook, FileProblem } from './file-problem.ts'

export interface XmlReader {
  open?: (name: string, attributes: Record<string, string>) => void
  /** The text of the innermost element, in pieces. */
  text?: (text: string) => void
  close?: (name: string) => void
}

/** No element, attribute or text of a real workbook is longer, and a longer one would fill the memory. */
const MOST_AT_ONCE = 1024 * 1024
/** Spreadsheets write about ten levels. The parser remembers every open element. */
const MOST_DEPTH = 100
/** Spreadsheets write about thirty, in the first element. */
const MOST_ATTRIBUTES = 200

/**
 * Reports what an XML document holds, piece by piece, by local names. Fetches nothing outside the document, and refuses
 * a document type, which could define entities. Yields after each piece of the source.
 *
 * @param part what the document is called in messages.
 * @throws FileProblem if it is not well-formed, or exceeds a limit.
 */
export async function* readXml(
  source: AsyncIterable<Uint8Array>,
  reader: XmlReader,
  { part, mostElements }: { part: string; mostElements: number },
): AsyncGenerator<void, void, void> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  let since = 0
  let depth = 0
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
  parser.on('attribute', () => {
    if (++attributesHere > MOST_ATTRIBUTES)
      throw tooMuch(`${MOST_ATTRIBUTES} attributes on one element`)
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    since = 0
    attributesHere = 0
    if (++depth > MOST_DEPTH) throw tooMuch(`${MOST_DEPTH} levels of elements`)
    if (++elements > mostElements) throw tooMuch(`${inThousands(mostElements)} elements`)
    reader.open?.(localName(name), attributes)
  })
  parser.on('text', (text) => {
    since = 0
    reader.text?.(text)
  })
  parser.on('closetag', ({ name }) => {
    since = 0
    depth--
    reader.close?.(localName(name))
  })
  for await (const chunk of source) {
    since += chunk.length
    if (since > MOST_AT_ONCE) {
      throw new FileProblem(
        'has a cell that is larger than 1 MiB; shorten it, and save it as XLSX again',
      )
    }
    parser.write(decoder.decode(chunk, { stream: true }))
    await breathe()
    yield
  }
  parser.close()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** A number as messages write it: 1,048,576. */
export const inThousands = (number: number): string => number.toLocaleString('en-US')
