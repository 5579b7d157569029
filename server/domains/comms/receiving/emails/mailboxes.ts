import type { Database } from '../../../../platform/database/db.ts'
import { Port } from '../../../../platform/port.ts'
import type { HookTools } from '../hooks/hooks.ts'

/** An address at the operator's domain that takes email. */
export interface Mailbox {
  workspaceId: string
  id: string
}

/** An email as the mail server handed it over. */
export interface HandedOver {
  /** The sender that a mail server would tell if it cannot deliver; empty for a report or an automatic reply. */
  returnPath: string
  /** The email; undefined if it was too large to be read. */
  raw: Buffer | undefined
}

/** The addresses at the operator's domain, which a higher domain gives out. */
export interface Mailboxes {
  /** @param local what stands before the @, in lower case. */
  find(db: Database, local: string): Promise<Mailbox | undefined>
  /** @throws Refusal for an email that goes back to its sender, or that has to come again later. */
  receive(tools: MailTools, mailbox: Mailbox, mail: HandedOver): Promise<void>
}

export type MailTools = Pick<HookTools, 'db' | 'files'> & {
  /** The operator's domain. */
  domain: string
  mostBytes: number
}

export const mailboxes = new Port<Mailboxes>('mailboxes at INBOUND_DOMAIN')
