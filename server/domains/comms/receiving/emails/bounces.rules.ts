import { messageIdOf } from '../../email/mail.rules.ts'

/** A mail server's report on an email. */
export interface Report {
  outcome: 'undelivered' | 'delivered'
  /** The words of the server that refused it. */
  diagnostic: string
}

/**
 * Reads a part `message/delivery-status` (RFC 3464): a block about the message, then one for each recipient. Null if
 * the email is only delayed, or was relayed to a server that reports nothing more.
 */
export function readReport(status: string): Report | null {
  const [, ...recipients] = blocksOf(status)
  const byAction = (action: string) =>
    recipients.find((fields) => fields.get('action')?.toLowerCase().startsWith(action))
  const failed = byAction('failed')
  if (failed) return { outcome: 'undelivered', diagnostic: diagnosticOf(failed) }
  return byAction('delivered') ? { outcome: 'delivered', diagnostic: '' } : null
}

/** The Message-IDs by which a report may name its email, in the order of how reliable they are. */
export function reportedIds(
  status: string,
  returned: readonly string[],
  inReplyTo: string | null,
): string[] {
  const envelope = blocksOf(status)[0]?.get('original-envelope-id')
  const named = [
    ...returned.map((headers) => messageIdOf(fieldsOf(headers).get('message-id'))),
    envelope ? messageIdOf(envelope.startsWith('<') ? envelope : `<${envelope}>`) : null,
    inReplyTo,
  ]
  return [...new Set(named.filter((id) => id !== null))]
}

const MOST_WORDS = 500

function diagnosticOf(fields: ReadonlyMap<string, string>): string {
  const code = fields.get('diagnostic-code')?.replace(/^[a-z0-9-]+\s*;\s*/i, '')
  const status = fields.get('status')
  const reason = code || (status ? `Status ${status}` : 'The mail server gave no reason')
  return reason.slice(0, MOST_WORDS)
}

/** The block of the message, then those of the recipients. */
const blocksOf = (status: string): Map<string, string>[] =>
  status
    .slice(0, MOST_CHARS)
    .trim()
    .split(/\r?\n[ \t]*\r?\n\s*/)
    .map(fieldsOf)

/** The fields up to the first blank line, by name in lower case. Of repeated fields, the first. */
function fieldsOf(text: string): Map<string, string> {
  const head = text
    .slice(0, MOST_CHARS)
    .trimStart()
    .split(/\r?\n\r?\n/)[0]!
  const fields = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([!-9;-~]+)\s*:\s*(.*)$/.exec(line) ?? []
    const key = name.toLowerCase()
    if (key !== '' && !fields.has(key)) fields.set(key, value.trim())
  }
  return fields
}

const MOST_CHARS = 100_000
