import type { SenderNamer } from '../records/exports/senders.ts'
import { listLocalParts } from './addresses/addresses.sql.ts'
import { listFormNames } from './forms/forms.sql.ts'
import { listHookNames } from './hooks/hooks.sql.ts'

/** The forms, addresses and hooks of a board or page, also those that are removed. */
export const intakeNames: SenderNamer = async (tx, _actor, definitionId, mailDomain) => {
  const [forms, addresses, hooks] = await Promise.all([
    listFormNames(tx, definitionId),
    mailDomain === null ? [] : listLocalParts(tx, definitionId),
    listHookNames(tx, definitionId),
  ])
  return [
    ...forms.map(({ id, name }) => ({ ref: `form:${id}`, name })),
    ...addresses.map(({ id, localPart }) => ({
      ref: `address:${id}`,
      name: `${localPart}@${mailDomain}`,
    })),
    ...hooks.map(({ id, name }) => ({ ref: `hook:${id}`, name })),
  ]
}
