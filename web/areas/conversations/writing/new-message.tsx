import { Modal, SegmentedControl, Select, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useAnswer, useChange } from '../../../service/api.ts'
import { useGo } from '../../../ui/links/use-go.ts'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { RecordPicker, type RecordRef } from '../../../ui/records/record-picker.tsx'
import { Composer } from '../../../ui/writing/composer.tsx'
import { type Medium, useDrafts } from '../../../ui/writing/drafts.ts'
import { TrialBanner } from '../../../ui/writing/trial-banner.tsx'
import { type NewMessageSearch, startOf, withoutNewMessage } from './new-message.rules.ts'
import { RecipientField } from './recipient-field.tsx'

/** Writes to an address, in its existing thread or a new one. */
export function NewMessage({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const { searchStr } = useLocation()
  const [search] = useSearchState<NewMessageSearch>()
  const [start] = useState(() => startOf(search))
  const [medium, setMedium] = useState<Medium>(start.medium)
  const draft = `new ${medium}`
  const { sendOnce } = useDrafts()
  const [to, setTo] = useState(start.to)
  const [channel, setChannel] = useState<string | null>(null)
  const [record, setRecord] = useState<RecordRef | null>(start.record)
  // Choosing a contact chooses its record too, which the picker then begins with.
  const [chosen, setChosen] = useState(0)
  const { data: channels } = useAnswer('channels.list', { query: { limit: 100 } })
  const ways = (channels?.data ?? []).filter((one) => one.medium === medium)
  const send = useChange('conversations.send', {
    shown: true,
    outdates: [['conversations'], ['definitions', 'getTimeline']],
    onDoneHere: ({ data }) =>
      go(paths.conversation(data.conversation_id) + withoutNewMessage(searchStr)),
  })
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
        <RecipientField
          medium={medium}
          value={to}
          onChange={(next, contact) => {
            setTo(next)
            if (!contact) return
            setRecord(contact.record)
            setChosen((times) => times + 1)
          }}
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
        <RecordPicker key={chosen} label="Link to record" value={record} onChange={setRecord} />
        <TrialBanner medium={medium} />
        <Composer
          key={medium}
          medium={medium}
          record={record}
          draft={draft}
          ready={to.trim() !== ''}
          busy={send.isPending}
          error={send.error}
          onSend={(content) =>
            sendOnce(draft, send.mutateAsync, {
              body: {
                medium,
                to,
                ...record,
                ...content,
                ...(channel ? { channel_id: channel } : {}),
              },
            })
          }
        />
      </Stack>
    </Modal>
  )
}
