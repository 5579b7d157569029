import type { RecordRef } from '../../../ui/records/record-picker.tsx'
import type { Medium } from './said.ts'

/** What a link to a new message says of it. */
export type NewMessageSearch = {
  new?: boolean
  to?: string | number
  definitionKey?: string | number
  rowId?: string
}

/** What takes it out of the URL again. */
export const noNewMessage = {
  new: undefined,
  to: undefined,
  definitionKey: undefined,
  rowId: undefined,
} satisfies Record<keyof NewMessageSearch, undefined>

/** What a new message starts with; an address with an @ is of email. */
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

/** A query without what was of the new message: the filters of the inbox stay. */
export function withoutNewMessage(query: string): string {
  const rest = new URLSearchParams(query)
  for (const name of Object.keys(noNewMessage)) rest.delete(name)
  return rest.size > 0 ? `?${rest}` : ''
}
