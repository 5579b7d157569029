import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_RECIPIENTS } from '../../../../shared/limits.ts'
import { accepted, api, type Data } from '../../../service/api.ts'
import { useOnce } from '../../../service/once-reached.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { SendingWaits } from '../../../ui/failures/upload-waits.tsx'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { noWords } from '../../../ui/writing/merge-words.tsx'
import { TrialBanner } from '../../../ui/writing/trial-banner.tsx'
import { useIsConnected } from '../../../ui/writing/use-is-connected.ts'
import { chunks } from '../grid/rows/changes.rules.ts'
import type { Column, Definition, Row } from '../list/types.ts'
import {
  type Medium,
  type Message,
  type MessageDraft,
  messageOf,
  type Recipient,
  recipientsOf,
} from './message-draft.rules.ts'
import { MessageFields } from './message-fields.tsx'
import { MessagePreview } from './message-preview.tsx'
import { RefusedList } from './refused-list.tsx'

type Sent = Data<'conversations.sendMany'>

interface Props {
  definition: Definition
  medium: Medium
  /** The columns with addresses of the medium. */
  columns: readonly Column[]
  rows: readonly Row[]
  /** Called with the rows that got nothing. */
  onSent: (refused: readonly string[]) => void
  onClose: () => void
}

const texts = {
  text: { verb: 'Text', one: 'text', many: 'texts', address: 'phone number' },
  email: { verb: 'Email', one: 'email', many: 'emails', address: 'email address' },
} as const

/** Sends a template, or what is written here, to the people of the selected rows, each filled from its row. */
export function MessageDialog(props: Props) {
  useReturnFocus()
  const { definition, medium, columns, rows, onSent, onClose } = props
  const { verb, one, many, address } = texts[medium]
  const became = useIsConnected(medium) === false ? 'kept here and not sent' : 'queued'
  const [columnKey, setColumn] = useState(columns[0]!.key)
  const [draft, setDraft] = useState<MessageDraft>({
    how: 'words',
    words: noWords,
    templateId: null,
  })
  const recipients = recipientsOf(rows, columnKey)
  const count = recipients.length
  const without = rows.length - count
  const message = messageOf(medium, definition.key, draft)
  const sending = useSending(recipients, ({ messages, refused }) => {
    onSent(refused.map(({ row_id }) => row_id))
    if (refused.length > 0) return
    toastDone(`${numbered(messages.length, one, many)} ${became}.`)
    onClose()
  })
  const done = sending.data
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`${verb} ${numbered(count, 'record', 'records')}`}
    >
      <Stack>
        <TrialBanner medium={medium} />
        {columns.length > 1 && (
          <Select
            label="To"
            allowDeselect={false}
            data={columns.map(({ key, name }) => ({ value: key, label: name }))}
            value={columnKey}
            onChange={(key) => key && setColumn(key)}
          />
        )}
        {without > 0 && (
          <Text size="sm" c="dimmed">
            {numbered(without, 'record has', 'records have')} no {address} and{' '}
            {without === 1 ? 'is' : 'are'} left out.
          </Text>
        )}
        <MessageFields
          definition={definition}
          medium={medium}
          one={one}
          draft={draft}
          onChange={setDraft}
        />
        <MessagePreview
          definition={definition}
          medium={medium}
          draft={draft}
          rows={rows.filter(({ id }) => recipients.some(({ row_id }) => row_id === id))}
        />
        {sending.error ? <FailureAlert error={sending.error} /> : null}
        {sending.isPending && <SendingWaits />}
        {done && (
          <RefusedList
            title={`${numbered(done.messages.length, one, many)} ${became}, ${done.refused.length} refused`}
            definition={definition}
            rows={rows}
            refused={done.refused}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button
              disabled={count === 0 || message === null}
              loading={sending.isPending}
              onClick={() => message && sending.mutate(message)}
            >
              Send {numbered(count, one, many)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** Sends a message to all recipients, as many at a time as the service takes. */
function useSending(recipients: readonly Recipient[], onSent: (sent: Sent) => void) {
  const once = useOnce()
  return useMutation({
    meta: { shown: true },
    mutationFn: async (message: Message): Promise<Sent> => {
      const all: Sent = { messages: [], refused: [] }
      for (const part of chunks(recipients, MOST_RECIPIENTS)) {
        const { data } = await accepted(
          once((how) => api.conversations.sendMany({ ...message, recipients: part }, how)),
        )
        all.messages.push(...data.messages)
        all.refused.push(...data.refused)
      }
      return all
    },
    onSuccess: onSent,
  })
}

const numbered = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
