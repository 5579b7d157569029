import { bareNumber } from '../../../../shared/phone-extension.ts'
import type { Item } from '../../../service/api.ts'
import { addressesOf } from '../../../ui/records/addresses.rules.ts'
import { titleOf } from '../../../ui/records/row-title.rules.ts'
import type { FoundRow } from '../../../ui/records/use-rows-everywhere.ts'
import type { Medium } from '../../../ui/writing/drafts.ts'

/** Somebody to write to: an address, and the record that has it. */
export interface Contact {
  address: string
  /** The record’s title, or the address. */
  name: string
  /** Where it was found: a page’s name. */
  from: string
  record: { definition_key: string; row_id: string } | null
}

/** The type of the columns that hold a medium’s addresses. */
export const columnTypeOf = (medium: Medium) => (medium === 'text' ? 'phone' : 'email')

/** The addresses that found rows have for a medium; a row with two of them comes twice. */
export function contactsOf(found: readonly FoundRow[], medium: Medium): Contact[] {
  const wanted = columnTypeOf(medium)
  return found.flatMap(({ definition, row }) => {
    const cells = row.cells as Record<string, unknown>
    const addresses = addressesOf(definition.columns, cells).filter(({ type }) => type === wanted)
    return addresses.map(({ value }) => ({
      address: value,
      name: titleOf(cells, definition.columns),
      from: definition.name,
      record: { definition_key: definition.key, row_id: row.id },
    }))
  })
}

type Conversation = Item<'conversations.list'>

/** The contacts, and those of conversations whose address no record was found for. */
export function withConversations(
  contacts: readonly Contact[],
  conversations: readonly Conversation[],
  titleOfRow: (rowId: string) => string | undefined,
): Contact[] {
  const known = new Set(contacts.map(({ address }) => bareNumber(address)))
  const others = conversations.flatMap(({ address, definition_key, row_id }): Contact[] => {
    if (known.has(address)) return []
    known.add(address)
    const record = definition_key && row_id ? { definition_key, row_id } : null
    const name = (row_id && titleOfRow(row_id)) || address
    return [{ address, name, from: 'Conversations', record }]
  })
  return [...contacts, ...others]
}
