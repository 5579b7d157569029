import type { SenderNamer } from '../records/exports/senders.ts'
import { listLocalParts } from './addresses/addresses.sql.ts'
import { listFormNames } from './forms/forms.sql.ts'

/** The forms and addresses of a board or page, also those that are removed. */
export const intakeNames: SenderNamer = async (tx, _actor, definitionId, mailDomain) => {
  const [forms, addresses] = await Promise.all([
    listFormNames(tx, definitionId),
    mailDomain === null ? [] : listLocalParts(tx, definitionId),
  ])
  return [
    ...forms.map(({ id, name }) => ({ ref: `form:${id}`, name })),
    ...addresses.map(({ id, localPart }) => ({
      ref: `address:${id}`,
      name: `${localPart}@${mailDomain}`,
    })),
  ]
}
