import { Readable } from 'node:stream'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { Answer } from '../clients/client.ts'
import type { Api } from './fixtures.ts'

export interface Form {
  file?: string | Uint8Array | Blob
  name?: string
  /** The other parts: values that are not text are sent as JSON. */
  [part: string]: unknown
}

/** A form with a file, like a browser's. */
export function formOf({ file, name = 'leads.csv', ...parts }: Form): FormData {
  const form = new FormData()
  for (const [part, value] of Object.entries(parts)) {
    if (value === undefined) continue
    form.set(part, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (file !== undefined) {
    const blob = file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>])
    form.set('file', blob, name)
  }
  return form
}

/** Imports files to one board or page, as one person. */
export function importerOf(
  api: Api['api'],
  token: string,
  place: { boardId: string } | { definitionKey: string },
) {
  const base = 'boardId' in place ? '/v1/boards' : '/v1/definitions'
  const own = 'boardId' in place ? `${base}/${place.boardId}` : `${base}/${place.definitionKey}`
  const send = (path: string, form: Form, headers = {}): Promise<Answer> =>
    api('POST', path, { token, headers, body: formOf({ ...place, ...form }) })
  const get = (path: string): Promise<Answer> => api('GET', `${own}/imports${path}`, { token })
  const post = (path: string, body?: object): Promise<Answer> =>
    api('POST', `${own}/imports${path}`, { token, body })
  const settled = async (id: string) => {
    for (;;) {
      const run = (await get(`/${id}`)).body.data
      if (run.status !== 'running') return run
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  }
  return {
    own,
    send: (form: Form, headers?: Record<string, string>) => send(`${base}/import`, form, headers),
    preview: (form: Form) => send(`${base}/import/preview`, form),
    get,
    post,
    settled,
    /** Imports a file and waits for the end. */
    async run(form: Form) {
      const started = await send(`${base}/import`, form)
      if (started.status !== 201)
        throw new Error(`the import answered ${started.status}: ${started.text}`)
      return settled(started.body.data.id)
    },
    /** All rows, in order. */
    async rows() {
      const all = []
      let cursor: string | null = null
      do {
        const page: Answer = await api(
          'GET',
          `${own}/rows?limit=1000${cursor ? `&cursor=${cursor}` : ''}`,
          { token },
        )
        all.push(...page.body.data)
        cursor = page.body.nextCursor
      } while (cursor)
      return all
    },
  }
}

/** A store whose files stop halfway until `go` is called. */
export function halting(store: FileStore): {
  files: FileStore
  half: Promise<void>
  go: () => void
} {
  const { promise: half, resolve: reached } = Promise.withResolvers<void>()
  const { promise: gone, resolve: go } = Promise.withResolvers<void>()
  const get = async (key: string) => {
    const bytes = Buffer.concat(await (await store.get(key)).toArray())
    async function* halves() {
      yield bytes.subarray(0, bytes.length / 2)
      reached()
      await gone
      yield bytes.subarray(bytes.length / 2)
    }
    return Readable.from(halves())
  }
  return { files: { ...store, get }, half, go }
}
