import { Button, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { bareNumber } from '../../../../shared/phone-extension.ts'
import { paths } from '../../../paths.ts'
import { useAnswer } from '../../../service/api.ts'
import { useGo } from '../../../ui/links/use-go.ts'
import { addressesOf } from '../../../ui/records/addresses.rules.ts'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import { useDrafts } from '../../../ui/writing/drafts.ts'
import type { Message } from './delivery-status.rules.ts'

interface Props {
  /** A text that failed. */
  message: Message
  /** The number that it went to. */
  address: string
}

/** Sends a text that failed to another number or by email: those of the conversation’s record, or any other. */
export function OtherWays({ message, address }: Props) {
  const shownAddress = useShownAddress()
  const go = useGo()
  const [isOpen, setOpen] = useState(false)
  const { keepDraft } = useDrafts()
  const { data } = useAnswer('conversations.get', { params: { id: message.conversation_id } })
  const key = data?.data.definition_key ?? null
  const rowId = data?.data.row_id ?? null
  const enabled = isOpen && key !== null && rowId !== null
  const row = useAnswer(
    'definitions.getRow',
    { params: { key: key ?? '', rowId: rowId ?? '' } },
    { enabled },
  )
  const definition = useAnswer('definitions.get', { params: { key: key ?? '' } }, { enabled })
  const columns = definition.data?.data.columns ?? []
  const others = row.data
    ? addressesOf(columns, row.data.data.cells).filter(({ value }) => bareNumber(value) !== address)
    : []
  const write = (to?: string) => {
    const medium = to?.includes('@') ? 'email' : 'text'
    keepDraft(`new ${medium}`, { words: { text: message.content }, subject: '' })
    const about = key !== null && rowId !== null ? { definitionKey: key, rowId } : {}
    go(paths.newConversation(to ? { to, ...about } : about))
  }
  return (
    <Menu position="bottom-end" shadow="md" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button size="compact-xs" variant="default">
          Send another way
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ value, of }) => (
          <Menu.Item key={value} onClick={() => write(value)}>
            {shownAddress(value)}
            <Text size="xs" c="dimmed">
              {of}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => write()}>Another number or email</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
