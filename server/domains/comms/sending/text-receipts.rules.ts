import type { MessageStatus } from '../../../../contract/comms/messages.ts'
import { plain } from '../threads/lines.rules.ts'

// A provider's reports on a text raise its status in this order and never lower it, so reports that come late, twice or
// in another order have the same result.
const order: readonly MessageStatus[] = [
  'queued',
  'sending',
  'sent',
  'failed',
  'undelivered',
  'delivered',
  'read',
] as MessageStatus[]

/** A canceled message ranks as one that never began, so a report that the provider has it raises its status. */
const rankOf = (status: MessageStatus): number => order.indexOf(status)

const statuses: Record<string, MessageStatus> = {
  accepted: 'sending',
  scheduled: 'sending',
  queued: 'sending',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
}

export interface Receipt {
  status: MessageStatus
  errorCode: string | null
  errorMessage: string | null
}

/** Reads a report; undefined if its status says nothing about an outbound text. */
export function receiptOf(fields: URLSearchParams): Receipt | undefined {
  const reported = fields.get('MessageStatus') ?? fields.get('SmsStatus') ?? ''
  const status = Object.hasOwn(statuses, reported) ? statuses[reported]! : undefined
  if (!status) return undefined
  const isError = status === 'failed' || status === 'undelivered'
  const code = isError ? (fields.get('ErrorCode') ?? '') : ''
  const message = isError ? plain(fields.get('ErrorMessage') ?? '').slice(0, 500) : ''
  return {
    status,
    errorCode: /^\d{1,9}$/.test(code) && code !== '0' ? code : null,
    errorMessage: message === '' ? null : message.toWellFormed(),
  }
}

/** A message after its reports. */
export interface Receipted extends Receipt {
  isDelivered: boolean
  isRead: boolean
}

/** A message after another report. Of two errors with the same rank the greater code stays, whichever came first. */
export function after(standing: Receipted, receipt: Receipt): Receipted {
  const higher = compare(receipt, standing) > 0
  const { status, errorCode, errorMessage } = higher ? receipt : standing
  const isRead = standing.isRead || receipt.status === 'read'
  const isDelivered = standing.isDelivered || isRead || receipt.status === 'delivered'
  return { status, errorCode, errorMessage, isDelivered, isRead }
}

function compare(a: Receipt, b: Receipt): number {
  const byRank = rankOf(a.status) - rankOf(b.status)
  if (byRank !== 0) return byRank
  const byCode = Number(a.errorCode ?? 0) - Number(b.errorCode ?? 0)
  if (byCode !== 0) return byCode
  const [one, other] = [a.errorMessage ?? '', b.errorMessage ?? '']
  return one === other ? 0 : one > other ? 1 : -1
}

/** Whether the provider has the text, which a worker may not have been able to tell. */
export const isTaken = ({ status }: Receipt): boolean => rankOf(status) >= rankOf('sending')
