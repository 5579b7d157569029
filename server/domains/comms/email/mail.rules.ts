import type { AddressObject, Headers, StructuredHeader } from 'mailparser'

/** A Message-ID as it can be kept and looked for: in its brackets, of one piece. */
export function messageIdOf(written: unknown): string | null {
  const found = typeof written === 'string' ? /<[^\s\p{Cc}<>]{1,900}>/u.exec(written) : null
  return found?.[0] ?? null
}

/** The Message-IDs of a header that names several, in their order. */
export const messageIdsOf = (written: unknown): string[] =>
  [written]
    .flat()
    .flatMap(
      (one) => (typeof one === 'string' ? one.match(/<[^\s\p{Cc}<>]{1,900}>/gu) : null) ?? [],
    )
    .slice(-MOST_REFERENCES)

const MOST_REFERENCES = 100

/** Who wrote it, by the header From: the first of several. */
export function writerOf(headers: Headers): { address: string; name: string | null } | null {
  const from = headers.get('from') as AddressObject | undefined
  const writers = (from?.value ?? []).flatMap((one) => [one, ...(one.group ?? [])])
  const writer = writers.find(({ address }) => address?.includes('@'))
  return writer ? { address: writer.address!, name: writer.name || null } : null
}

/** Whether a machine wrote it: an absence note, an acknowledgement. A mailing list passes on what people write. */
export function isAutomatic(headers: Headers): boolean {
  const submitted = textOf(headers, 'auto-submitted').split(/[;\s]/)[0]!
  if (submitted !== '' && submitted !== 'no') return true
  return (
    ['x-autoreply', 'x-autorespond'].some((name) => !['', 'no'].includes(textOf(headers, name))) ||
    textOf(headers, 'precedence') === 'auto_reply'
  )
}

/** Whether it is what a mail server says of an email that it could not deliver, or that it could. */
export const isReport = (headers: Headers): boolean => {
  const type = headers.get('content-type') as StructuredHeader | undefined
  const kind = type?.params?.['report-type']?.toLowerCase() ?? 'delivery-status'
  return type?.value?.toLowerCase() === 'multipart/report' && kind === 'delivery-status'
}

const textOf = (headers: Headers, name: string): string =>
  [headers.get(name) ?? ''].flat().map(String).join(' ').trim().toLowerCase()

/** A time that can be meant: no year of what was never set. */
export function writtenAt(date: string | null): Date | undefined {
  const at = new Date(date ?? '')
  const year = at.getUTCFullYear()
  return year >= 1980 && year < 3000 ? at : undefined
}
