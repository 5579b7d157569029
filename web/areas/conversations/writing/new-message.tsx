import { Modal, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useAnswer, useChange } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { useGo } from '../../../ui/links/use-go.ts'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { RecordPicker, type RecordRef } from '../../../ui/records/record-picker.tsx'
import { Composer } from './composer.tsx'
import { type NewMessageSearch, startOf, withoutNewMessage } from './new-message.rules.ts'
import type { Medium } from './said.ts'
import { TrialBanner } from './trial-banner.tsx'

/** Writes to an address, in its existing thread or a new one. */
export function NewMessage({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const { searchStr } = useLocation()
  const [search] = useSearchState<NewMessageSearch>()
  const [start] = useState(() => startOf(search))
  const [medium, setMedium] = useState<Medium>(start.medium)
  const [to, setTo] = useState(start.to)
  const [channel, setChannel] = useState<string | null>(null)
  const [record, setRecord] = useState<RecordRef | null>(start.record)
  const { data: channels } = useAnswer('channels.list', { query: { limit: 100 } })
  const ways = (channels?.data ?? []).filter((one) => one.medium === medium)
  const send = useChange('conversations.send', {
    shown: true,
    outdates: [['conversations'], ['definitions', 'getTimeline']],
    onDone: ({ data }) =>
      go(paths.conversation(data.conversation_id) + withoutNewMessage(searchStr)),
  })
  const isText = medium === 'text'
  return (
    <Modal opened onClose={onClose} title="New message" size="lg">
      <Stack>
        <SegmentedControl
          aria-label="Medium"
          value={medium}
          onChange={(value) => {
            setMedium(value as Medium)
            setChannel(null)
            send.reset()
          }}
          data={[
            { value: 'text', label: 'Text' },
            { value: 'email', label: 'Email' },
          ]}
        />
        <TextInput
          label="To"
          description={
            isText
              ? 'One phone number. Without a country code, it is read as a number of your workspace’s country.'
              : 'One email address.'
          }
          type={isText ? 'tel' : 'email'}
          autoComplete="off"
          required
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data-autofocus
        />
        {ways.length > 1 && (
          <Select
            label="From"
            placeholder="The last channel used, or the first one"
            clearable
            value={channel}
            onChange={setChannel}
            data={ways.map(({ id, name, from }) => ({ value: id, label: `${name} (${from})` }))}
          />
        )}
        <RecordPicker label="Record (optional)" value={record} onChange={setRecord} />
        <TrialBanner medium={medium} />
        <Composer
          key={medium}
          medium={medium}
          record={record}
          draft={`new ${medium}`}
          ready={to.trim() !== ''}
          busy={send.isPending}
          error={send.error}
          onSend={(said) =>
            send.mutateAsync({
              body: {
                medium,
                to,
                ...record,
                ...said,
                ...(channel ? { channel_id: channel } : {}),
              },
            })
          }
        />
      </Stack>
    </Modal>
  )
}
