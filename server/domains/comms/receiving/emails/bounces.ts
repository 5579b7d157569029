import { SYSTEM } from '../../../../platform/actor.ts'
import type { Tx } from '../../../../platform/database/db.ts'
import { messageIdOf } from '../../email/mail.rules.ts'
import type { Mail } from '../../email/mail.ts'
import { appendMessageEvent } from '../../sending/queueing.ts'
import { plain } from '../../threads/lines.rules.ts'
import { readReport, reportedIds } from './bounces.rules.ts'
import { lockReported, raiseReported } from './bounces.sql.ts'

/** Processes a mail server's report on an email that we sent. A report on an unknown email changes nothing. */
export async function receiveReport(tx: Tx, { headers, files }: Mail): Promise<void> {
  const part = (...types: string[]) =>
    files
      .filter(({ type }) => types.includes(type))
      .map(({ bytes }) => plain(bytes.toString('utf8')))
  const [status] = part('message/delivery-status', 'message/global-delivery-status')
  const report = status === undefined ? null : readReport(status)
  if (!report) return
  const returned = part('text/rfc822-headers', 'message/rfc822', 'message/rfc822-headers')
  const ids = reportedIds(status!, returned, messageIdOf(headers.get('in-reply-to')))
  const message = ids.length > 0 ? await lockReported(tx, ids) : undefined
  if (!message) return
  if (!(await raiseReported(tx, message.id, report.outcome, report.diagnostic))) return
  const verb = report.outcome === 'delivered' ? 'delivered' : 'failed'
  appendMessageEvent(tx, SYSTEM, verb, message.id, {
    id: message.conversationId,
    row_id: message.rowId,
  })
}
