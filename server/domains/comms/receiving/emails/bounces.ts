import { SYSTEM } from '../../../../platform/actor.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import type { Mail } from '../../email/parsed-mail.ts'
import { appendMessageEvent } from '../../sending/queueing.ts'
import { subjectLine } from '../../threads/lines.rules.ts'
import { type Report, readReport } from './bounces.rules.ts'
import { lockLatelySent, lockReported, type Reported, raiseReported } from './bounces.sql.ts'

/** Processes a report on an email that we sent. A report on an unknown email changes nothing. */
export async function receiveReport(tx: Tx, mail: Mail): Promise<void> {
  const report = readReport(mail)
  const message = report && (await lock(tx, report))
  if (!message) return
  const { outcome, why } = report
  if (!(await raiseReported(tx, message.id, outcome, why))) return
  const verb = outcome === 'delivered' ? 'delivered' : 'failed'
  appendMessageEvent(tx, SYSTEM, verb, message.id, {
    id: message.conversationId,
    row_id: message.rowId,
  })
}

/**
 * The email that a report is about. Some servers change its Message-ID, or do not tell it. Then it is the only email that went to
 * the recipient lately, if it has the subject that the report quotes.
 */
async function lock(tx: Tx, { ids, recipients, subject }: Report): Promise<Reported | undefined> {
  const named = ids.length > 0 ? await lockReported(tx, ids) : undefined
  if (named || recipients.length === 0 || (ids.length > 0 && subject === undefined)) return named
  const sent = await lockLatelySent(tx, recipients, subjectLine(subject))
  return sent.length === 1 ? sent[0] : undefined
}
