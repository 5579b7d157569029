import type { Party, PartyKind } from './types.ts'

interface Seated {
  accountId: string
  crmUserId: number
  name: string
}

export const HOUSE_NAME = 'The house'

export const partyKindLabels: Record<PartyKind, string> = {
  crm_user: 'Someone in this workspace',
  external: 'Someone outside',
  house: 'The house',
  account: 'A person’s account, also after they leave',
}

/** The name of a split's party; a number or an id if the seat is gone. */
export function partyName(party: Party, seats: readonly Seated[]): string {
  const { partyKind, accountId, crmUserId, externalParty } = party
  if (partyKind === 'house') return HOUSE_NAME
  if (partyKind === 'external') return externalParty ?? ''
  const seat = seats.find((one) =>
    partyKind === 'account' ? one.accountId === accountId : one.crmUserId === crmUserId,
  )
  return seat?.name ?? (partyKind === 'account' ? `Account ${accountId}` : `#${crmUserId}`)
}

/** How a party is named in the URL of its balance. */
export const partyRef = ({ accountId, crmUserId, externalParty }: Party): string =>
  accountId ?? externalParty ?? (crmUserId === null ? 'house' : String(crmUserId))
