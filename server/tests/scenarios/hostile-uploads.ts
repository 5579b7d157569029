import type { Answer } from '../support/clients/client.ts'
import { type Desk, makeBoard } from '../support/desks/fixtures.ts'
import { openForm } from '../support/desks/forms.ts'
import { mail, multipart, plainMail } from '../support/inputs/mails.ts'
import { handOver, openMail } from '../support/messages/mail-desk.ts'
import type { TestService } from '../support/service/service.ts'
import { type HostileUpload, nameFaults, servedFaults } from './hostile-uploads.rules.ts'

const COLUMNS = [
  { name: 'Tag', type: 'text' },
  { name: 'Papers', type: 'file' },
]

/** A way for a file to come in. */
interface Way {
  /** @returns undefined if it was taken, or else how it was refused. */
  send: (
    tag: string,
    upload: HostileUpload,
  ) => Promise<{ status: number; code: string } | undefined>
  /** The path of the rows that it makes. */
  rows: string
}

/** A key's form, a key's upload, a form of anybody's, an email. */
async function openWays(service: TestService, desk: Desk, mailPort: { port: number }) {
  const token = desk.tokens.owner
  const board = await makeBoard(service, token, COLUMNS)
  const form = await openForm({ service, desk }, COLUMNS)
  const mailed = await makeBoard(service, token, COLUMNS)
  const made = await service.api('POST', `/v1/boards/${mailed.id}/addresses`, {
    token,
    body: { columns: { subject: 'tag', attachments: 'papers' } },
  })
  const { address } = made.body.data as { address: string }
  const ingest = (path: string, body: unknown) =>
    service.api('POST', `/v1/ingest/${path}`, { token: board.secret, body })
  const ways: Record<string, Way> = {
    'a form under a key': {
      send: async (tag, upload) =>
        refusalOf(await ingest('rows', formOf({ tag, papers: fileOf(upload) }))),
      rows: `/v1/boards/${board.id}/rows`,
    },
    'an upload under a key': {
      async send(tag, upload) {
        const { status, body, text } = await ingest('files', formOf({ file: fileOf(upload) }))
        if (status !== 201) return refusalOf({ status, body, text })
        const papers = [body.data.upload]
        return refusalOf(await ingest('rows', { cells: { tag, papers } }))
      },
      rows: `/v1/boards/${board.id}/rows`,
    },
    'a form': {
      async send(tag, upload) {
        const { status, html } = await form.visitor().send([
          ['c.tag', tag],
          ['c.papers', fileOf(upload)],
        ])
        return status === 303 ? undefined : { status, code: html.includes('error') ? 'page' : '' }
      },
      rows: `${form.base}/rows`,
    },
    'an email': {
      async send(tag, upload) {
        const from = `${tag.replaceAll(' ', '-')}@client.example`
        const status = await handOver(mailPort, address, emailOf(tag, from, upload), from)
        return status === 250 ? undefined : { status, code: '' }
      },
      rows: `/v1/boards/${mailed.id}/rows`,
    },
  }
  return ways
}

const fileOf = ({ bytes, name, type }: HostileUpload): File =>
  new File([new Uint8Array(bytes)], name, { type })

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** An email with the file, from somebody who has written nothing else. */
function emailOf(subject: string, from: string, { bytes, name, type }: HostileUpload): string {
  const claimed = type.replaceAll(/[\r\n]+/g, ' ')
  const { header, body } = multipart('mixed', [
    mail('Content-Type: text/plain', '', 'Please find it attached.'),
    mail(
      `Content-Type: ${claimed || 'application/pdf'}`,
      `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    ),
  ])
  return plainMail({ from, subject, more: [header] }, body)
}

function refusalOf({ status, body }: Pick<Answer, 'status' | 'body' | 'text'>) {
  return status === 201 ? undefined : { status, code: String(body?.error?.code ?? '') }
}

/**
 * Sends files by every way there is without an account.
 *
 * @returns whatever was neither refused clearly nor kept as it came, under a clean name, as something to save and not to
 *   show.
 */
export async function uploadFaults(
  service: TestService,
  desk: Desk,
  uploads: readonly HostileUpload[],
): Promise<{ faults: string[]; kept: number; refused: number }> {
  const listener = await openMail(service, service)
  try {
    const ways = await openWays(service, desk, listener)
    const faults: string[] = []
    let kept = 0
    let refused = 0
    for (const [way, { send, rows }] of Object.entries(ways)) {
      const taken = new Map<string, HostileUpload>()
      await together([...uploads.entries()], async ([at, upload]) => {
        const tag = `${way} ${at}`
        const refusal = await send(tag, upload)
        if (!refusal) taken.set(tag, upload)
        else if (refusal.status < 500 && refusal.code !== '') refused++
        else faults.push(`${say(tag, upload)} was refused with ${refusal.status} ${refusal.code}`)
      })
      const token = desk.tokens.owner
      const { data } = (await service.api('GET', `${rows}?limit=1000`, { token })).body
      const cells = new Map<string, Cells>(
        data.map((row: { cells: Cells }) => [row.cells.tag, row.cells]),
      )
      await together([...taken], async ([tag, upload]) => {
        const papers = cells.get(tag)?.papers ?? []
        if (papers.length !== 1) faults.push(`${say(tag, upload)} is ${papers.length} files`)
        for (const { id, name } of papers) {
          const answer = await service.api('GET', `/v1/files/${id}/content`, { token })
          const found = [...nameFaults(name), ...servedFaults(answer, upload.bytes)]
          faults.push(...found.map((fault) => `${say(tag, upload)} ${fault}`))
          kept++
        }
      })
    }
    return { faults, kept, refused }
  } finally {
    await listener.close()
  }
}

/** Senders do not wait for one another. */
const AT_ONCE = 4

async function together<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const open = items.values()
  const worker = async () => {
    for (const item of open) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

interface Cells {
  tag: string
  papers?: { id: string; name: string }[]
}

const say = (tag: string, { what, name }: HostileUpload): string =>
  `${what} (${tag}, ${JSON.stringify(name).slice(0, 100)})`
