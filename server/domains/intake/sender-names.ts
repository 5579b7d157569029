import { senderName } from '../../../shared/sender-names.ts'
import type { SenderNamer } from '../records/exports/senders.ts'
import { listLocalParts } from './addresses/addresses.sql.ts'
import { listFormNames } from './forms/forms.sql.ts'

/** What the forms and addresses of a board or page are called, also those that are removed: their rows still name them. */
export const intakeNames: SenderNamer = async (tx, _actor, definitionId, mailDomain) => {
  const [forms, addresses] = await Promise.all([
    listFormNames(tx, definitionId),
    mailDomain === null ? [] : listLocalParts(tx, definitionId),
  ])
  return [
    ...forms.map(({ id, name }): [string, string] => [`form:${id}`, senderName('form', name)]),
    ...addresses.map(({ id, localPart }): [string, string] => [
      `address:${id}`,
      senderName('address', `${localPart}@${mailDomain}`),
    ]),
  ]
}
