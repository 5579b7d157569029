import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { operationGroups } from '../../../contract/operations.ts'
import type { Docs } from './docs.rules.ts'
import { type OpenApi, type Reading, readDocument } from './document.rules.ts'
import { type Guides, readGuides } from './guides.rules.ts'
import { CONTENTS, docsAddress, filesElsewhere, isDesign, isPage } from './pages.rules.ts'
import type { Entry } from './search.rules.ts'
import { guideEntries, referenceEntries } from './search-index.rules.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The guides, and where their pictures are, by address. An installation may leave them out. */
export async function findGuides(): Promise<{ guides: Guides; pictures: Map<string, string> }> {
  const inDocs = (await ifThere(readdir(join(ROOT, 'docs'), { recursive: true }))) ?? []
  const files = [...inDocs.map((path) => `docs/${path.replaceAll('\\', '/')}`), ...filesElsewhere]
  const texts = new Map<string, string>()
  const pictures = new Map<string, string>()
  for (const file of files) {
    const address = docsAddress(file)
    if (address === undefined) continue
    if (!isPage(file)) pictures.set(address, join(ROOT, file))
    else {
      const text = await ifThere(readFile(join(ROOT, file), 'utf8'))
      if (text !== undefined) texts.set(file, text)
    }
  }
  return { guides: readGuides(texts), pictures }
}

const ifThere = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

/** Everything that a search can find. Other requests do not wait until all of it is read. */
export async function indexOf({ guides, reading }: Docs): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const file of guides.texts.keys()) {
    if (file !== CONTENTS && !isDesign(file)) entries.push(...guideEntries(guides, file))
    await setImmediate()
  }
  return [...entries, ...referenceEntries(reading)]
}

/** The reference, with how the client names each operation. */
export const readReference = (document: object): Reading =>
  readDocument(
    document as OpenApi,
    new Map(
      Object.entries(operationGroups).flatMap(([group, operations]) =>
        Object.entries(operations).map(([name, { operationId }]): [string, string] => [
          operationId,
          `${group}.${name}`,
        ]),
      ),
    ),
  )
