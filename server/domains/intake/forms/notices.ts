import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { announceWork, findDueWork, settleWork } from '../../../platform/jobs/due-work.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Mail, SystemMail } from '../../../platform/system-mail.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import { noticeMail } from './notices.rules.ts'
import * as sql from './notices.sql.ts'
import { noteRow } from './public-forms.sql.ts'

const KIND = 'form notices'

/** Notes a row that the people of a form will be notified of. */
export function noteNewRow(tx: Tx, formId: string, rowId: string): void {
  noteRow(tx, formId, rowId)
  announceWork(tx, KIND)
}

interface NoticeSender {
  db: Database
  /** Undefined without a mail server: then nobody is notified. */
  mail: SystemMail | undefined
  publicUrl: string
}

/** Notifies the people of forms of new rows, by email: of the first at once, then of several together. */
export const notifyOfNewRows = (sender: NoticeSender): Job => ({
  name: 'form notices',
  everyMs: 2_000,
  run: () => sendNotices(sender),
})

async function sendNotices({ db, mail, publicUrl }: NoticeSender): Promise<void> {
  for (const due of await findDueWork(db, KIND)) {
    const mails = await db.withWorkspace({ workspaceId: due.workspaceId }, async (tx) => {
      const written = await write(tx, publicUrl)
      settleWork(tx, KIND, due, await sql.nextNotice(tx))
      return written
    })
    for (const one of mails) mail?.post(async () => one)
  }
}

async function write(tx: Tx, publicUrl: string): Promise<Mail[]> {
  const notices = await sql.takeNotices(tx)
  if (notices.length === 0) return []
  const people = new Map((await listPeople(tx)).map((person) => [person.crmUserId, person]))
  return notices.flatMap(({ notify, form_name, board_name, board_key, untold, row_id }) =>
    notify.flatMap((crmUserId) => {
      const person = people.get(crmUserId)
      const url = `${publicUrl}/records/${encodeURIComponent(board_key)}?row=${row_id}`
      const notice = { form: form_name, board: board_name, count: untold, url }
      return person ? [noticeMail(person.email, notice)] : []
    }),
  )
}
