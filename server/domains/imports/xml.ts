import { setImmediate as breathe } from 'node:timers/promises'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { FileProblem } from './file-problem.ts'

export interface XmlReader {
  open?: (name: string, attributes: Record<string, string>) => void
  /** Of the innermost element, in pieces. */
  text?: (text: string) => void
  close?: (name: string) => void
}

/** No element, attribute or text of a workbook is longer; one that is would be held in memory. */
const MOST_AT_ONCE = 1024 * 1024

/**
 * Tells what an XML document holds, piece by piece, by local names. Nothing outside of it is ever fetched; a document
 * type, by which it could define entities, is refused. After each piece of the source whoever iterates may go on.
 *
 * @throws FileProblem where it is not well-formed.
 */
export async function* readXml(
  source: AsyncIterable<Uint8Array>,
  reader: XmlReader,
): AsyncGenerator<void, void, void> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  let since = 0
  parser.on('error', (error) => {
    throw new FileProblem(`is no workbook that can be read: ${error.message.slice(0, 200)}`)
  })
  parser.on('doctype', () => {
    throw new FileProblem('is no workbook that can be read: it has a document type')
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    since = 0
    reader.open?.(localName(name), attributes)
  })
  parser.on('text', (text) => {
    since = 0
    reader.text?.(text)
  })
  parser.on('closetag', ({ name }) => {
    since = 0
    reader.close?.(localName(name))
  })
  for await (const chunk of source) {
    since += chunk.length
    if (since > MOST_AT_ONCE) throw new FileProblem('has a cell that is larger than 1 MiB')
    parser.write(decoder.decode(chunk, { stream: true }))
    await breathe()
    yield
  }
  parser.close()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
