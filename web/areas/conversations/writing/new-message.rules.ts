import type { RecordRef } from '../../../ui/records/record-picker.tsx'
import type { Medium } from '../../../ui/writing/drafts.ts'

/** What a link to a new message can set. */
export type NewMessageSearch = {
  new?: boolean
  to?: string | number
  definitionKey?: string | number
  rowId?: string
}

/** Removes the new message from the URL again. */
export const noNewMessage = {
  new: undefined,
  to: undefined,
  definitionKey: undefined,
  rowId: undefined,
} satisfies Record<keyof NewMessageSearch, undefined>

/** The initial values of a new message; an address with an @ is an email. */
export function startOf({ to, definitionKey, rowId }: NewMessageSearch): {
  medium: Medium
  to: string
  record: RecordRef | null
} {
  const address = to === undefined ? '' : String(to)
  return {
    medium: address.includes('@') ? 'email' : 'text',
    to: address,
    record:
      definitionKey !== undefined && rowId !== undefined
        ? { definition_key: String(definitionKey), row_id: rowId }
        : null,
  }
}

/** A query without the new message's parts: the filters of the inbox stay. */
export function withoutNewMessage(query: string): string {
  const rest = new URLSearchParams(query)
  for (const name of Object.keys(noNewMessage)) rest.delete(name)
  return rest.size > 0 ? `?${rest}` : ''
}
