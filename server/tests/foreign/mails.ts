import { createHash } from 'node:crypto'
import { postMail } from '../support/inputs/mails.ts'
import { discard, temporaryDirectory } from '../support/machine/temporary.ts'
import type { TestService } from '../support/service/service.ts'
import { Compared, keep, runPython } from './comparing.ts'
import { EXPLAINED_MAILS } from './mail-differences.rules.ts'
import type { ForeignMail } from './mails.rules.ts'

/** An email after it was received. */
interface Received {
  subject: string | null
  address: string
  name: string | null
  text: string
  files: { name: string; size: number; hash: string }[]
}

/**
 * Sends emails to a channel’s hook, and compares what the conversations hold with what was meant.
 *
 * @param directory keeps the emails that are faulty.
 */
export async function receivedFaults(
  service: Pick<TestService, 'api' | 'origin'>,
  token: string,
  mails: readonly ForeignMail[],
  { directory, lanes = 4 }: { directory: string; lanes?: number },
): Promise<Compared> {
  const made = await service.api('POST', '/v1/comms/channels', {
    token,
    body: {
      name: `Channel ${crypto.randomUUID()}`,
      medium: 'email',
      provider: 'smtp',
      from: 'desk@funding.example',
      settings: { host: 'smtp.funding.example' },
    },
  })
  const found = new Compared()
  const left = [...mails]
  const work = async () => {
    for (let mail = left.shift(); mail; mail = left.shift()) {
      const got = await received(service, token, made.body.data, mail)
      const faults = typeof got === 'string' ? [got] : faultsOf(mail, got)
      found.cells += 3 + 3 * mail.files.length
      if (faults.length > 0) {
        found.add(await keep(directory, nameOf(mail), mail.bytes), mail.what, faults)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return found
}

const nameOf = ({ seed }: ForeignMail): string => `${seed}.eml`

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** What became of an email, or why nothing did. */
async function received(
  { api, origin }: Pick<TestService, 'api' | 'origin'>,
  token: string,
  channel: { id: string; hookSecret: string },
  { bytes }: ForeignMail,
): Promise<Received | string> {
  const posted = await postMail(origin, channel, bytes)
  if (posted.status !== 201) return `the hook answered ${posted.status}: ${posted.text}`
  const { message_id: id, conversation_id: thread } = posted.body.data
  if (id === null) return 'became no message'
  const get = (path: string) => api('GET', `/v1/${path}`, { token })
  const [message, conversation, attached] = await Promise.all([
    get(`comms/messages/${id}`),
    get(`comms/conversations/${thread}`),
    get(`comms/messages/${id}/attachments`),
  ])
  const files = []
  for (const { id: file, name, size } of attached.body.data) {
    const content = await get(`files/${file}/content`)
    files.push({ name, size, hash: hashOf(content.bytes) })
  }
  const { subject, sender_name: name, content: text } = message.body.data
  return { subject, name, text, address: conversation.body.data.address, files }
}

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()
    .normalize()

/** Where the conversation differs from what the email’s author meant. */
function faultsOf(mail: ForeignMail, got: Received): string[] {
  const faults: string[] = []
  const compare = (what: string, held: string | null, meant: string) => {
    if (plain(held) !== plain(meant)) {
      faults.push(`the ${what} is ${JSON.stringify(held)}, meant was ${JSON.stringify(meant)}`)
    }
  }
  compare('subject', got.subject, mail.subject)
  compare('sender', got.address, mail.address)
  if (mail.name !== undefined) compare('sender’s name', got.name, mail.name)
  compare('text', got.text, mail.text)
  const left = [...got.files]
  for (const file of mail.files) {
    const at = left.findIndex(({ hash }) => hash === hashOf(file.bytes))
    if (at === -1) {
      faults.push(`there is no file of ${file.bytes.length} bytes, called ${file.name}`)
      continue
    }
    const [{ name }] = left.splice(at, 1) as [Received['files'][0]]
    if (file.name !== undefined) compare('name of a file', name, nameHeld(file.name))
  }
  for (const { name, size } of left) faults.push(`there is a file ${name} of ${size} bytes`)
  return faults
}

/** A file’s name as it is stored: without what no file system takes. */
const nameHeld = (name: string): string => name.replace(/[<>:"|?*]/g, '_')

const SCRIPT = new URL('./read-mails.py', import.meta.url).pathname

/** An email as Python reads it. */
export interface ReadMail {
  subject: string
  address: string
  name: string
  /** The text of its first part that has one and is no file. */
  texts: string[]
  html: string[]
  files: { name: string | null; size: number; hash: string; type: string }[]
}

/**
 * Has Python read emails, and compares with what was meant. The desk holds that, or `receivedFaults` says so.
 *
 * @param directory keeps the emails that are faulty.
 */
export async function readMailFaults(
  python: string,
  mails: readonly ForeignMail[],
  directory: string,
): Promise<Compared> {
  const found = new Compared()
  const scratch = await temporaryDirectory()
  const paths = []
  for (const mail of mails) paths.push(await keep(scratch, nameOf(mail), mail.bytes))
  const answers = await runPython<ReadMail>(python, SCRIPT, paths)
  await discard(scratch)
  for (const [at, mail] of mails.entries()) {
    const faults = readDifferences(mail, answers[at]!, found)
    if (faults.length === 0) continue
    found.add(await keep(directory, nameOf(mail), mail.bytes), mail.what, faults)
  }
  return found
}

function readDifferences(mail: ForeignMail, read: ReadMail, found: Compared): string[] {
  const faults: string[] = []
  const compare = (what: string, said: string, meant: string) => {
    found.cells++
    if (plain(said) === plain(meant)) return
    const difference = { mail, read, what, said, meant }
    const known = EXPLAINED_MAILS.find(({ explains }) => explains(difference))
    if (known) found.explain(known.reason)
    else {
      faults.push(
        `${what}: Python says ${JSON.stringify(said)}, meant was ${JSON.stringify(meant)}`,
      )
    }
  }
  compare('subject', read.subject, mail.subject)
  if (mail.name !== undefined) compare('name', read.name, mail.name)
  compare('text', read.texts.join('\n'), mail.text)
  for (const file of mail.files) {
    const hash = hashOf(file.bytes)
    const same = read.files.find((one) => one.hash === hash)
    compare(`bytes of ${file.kind ?? 'a file'}`, same?.hash ?? '', hash)
    if (same && file.name !== undefined) compare('name of a file', same.name ?? '', file.name)
  }
  compare('files', String(read.files.length), String(mail.files.length))
  return faults
}
