import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { MOST_SEARCH_CHARS } from '../../../../shared/limits.ts'
import { useAnswer } from '../../../service/api.ts'
import { useRecordTitles } from '../../../ui/records/record-titles.ts'
import { useRowsEverywhere } from '../../../ui/records/use-rows-everywhere.ts'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import type { Medium } from '../../../ui/writing/drafts.ts'
import { type Contact, columnTypeOf, contactsOf, withConversations } from './contacts.rules.ts'

interface Props {
  medium: Medium
  value: string
  /** The typed text, or the address of the contact that was chosen. */
  onChange: (value: string, contact: Contact | null) => void
}

const ROWS_OF_EACH = 5

/** Whom a message is for: a number or email address, or somebody found by any text of their record. */
export function RecipientField({ medium, value, onChange }: Props) {
  const shownAddress = useShownAddress()
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const contacts = useContacts(medium, typed)
  const isText = medium === 'text'
  return (
    <Combobox
      store={list}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(place) => {
        const contact = contacts[Number(place)]
        if (!contact) return
        onChange(shownAddress(contact.address), contact)
        setTyped('')
        list.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          label="To"
          placeholder={isText ? 'Name or phone number' : 'Name or email address'}
          autoComplete="off"
          required
          value={value}
          onChange={(event) => {
            const text = event.currentTarget.value
            onChange(text, null)
            setTyped(text.slice(0, MOST_SEARCH_CHARS))
            list.openDropdown()
          }}
          onBlur={() => list.closeDropdown()}
          data-autofocus
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={contacts.length === 0}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label="People">
          {contacts.map(({ address, name, from }, place) => (
            <Combobox.Option key={`${address} ${from} ${name}`} value={String(place)}>
              <Text size="sm" truncate>
                {name === address ? shownAddress(address) : name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {name === address ? from : `${shownAddress(address)} · ${from}`}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The contacts that contain the text, from records and conversations. */
function useContacts(medium: Medium, typed: string): Contact[] {
  // All columns of all boards, which a field that nobody uses does not ask for.
  const { data } = useAnswer(
    'definitions.list',
    { query: { limit: 1000 } },
    { enabled: typed.trim() !== '' },
  )
  const wanted = columnTypeOf(medium)
  const definitions = (data?.data ?? []).filter(({ columns }) =>
    columns.some(({ type }) => type === wanted),
  )
  const { found, search, isAsked } = useRowsEverywhere(definitions, typed, ROWS_OF_EACH)
  const conversations = useAnswer(
    'conversations.list',
    { query: { medium, search, limit: ROWS_OF_EACH } },
    { enabled: isAsked },
  )
  const threads = isAsked ? (conversations.data?.data ?? []) : []
  const titles = useRecordTitles(threads.flatMap(({ row_id }) => (row_id ? [row_id] : [])))
  return withConversations(contactsOf(found, medium), threads, (id) => titles.get(id)?.title)
}
