import { Stack, Text } from '@mantine/core'
import { useAnswer, useChange } from '../../../service/api.ts'
import type { Address } from '../../../ui/records/addresses.rules.ts'
import { RecordLink } from '../../../ui/records/record-link.tsx'
import { Composer } from '../../../ui/writing/composer.tsx'
import { type Medium, useDrafts } from '../../../ui/writing/drafts.ts'
import { OptedOut, useOptOut } from '../../../ui/writing/opted-out.tsx'
import { answerTo } from '../../../ui/writing/subjects.rules.ts'
import { TrialBanner } from '../../../ui/writing/trial-banner.tsx'
import { AddressSelect } from './address-select.tsx'

interface Props {
  medium: Medium
  definitionKey: string
  rowId: string
  /** Whom it can go to, and whom it goes to. */
  addresses: readonly Address[]
  to: string
  onTo: (address: string) => void
}

/** Writes to somebody of a record, in its conversation with them or in a new one about it. */
export function WriteMessage({ medium, definitionKey, rowId, addresses, to, onTo }: Props) {
  const record = { definition_key: definitionKey, row_id: rowId }
  const draft = `record ${rowId} ${medium} ${to}`
  const { sendOnce } = useDrafts()
  const send = useChange('conversations.send', {
    shown: true,
    outdates: [['conversations'], ['definitions', 'getTimeline']],
  })
  const { data } = useAnswer('conversations.list', { query: { medium, address: to, limit: 20 } })
  const threads = data?.data ?? []
  const own = threads.find(({ row_id, status }) => row_id === rowId && status !== 'closed')
  // A number has one conversation, whatever it is about.
  const elsewhere = medium === 'text' ? (threads[0]?.row_id ?? rowId) : rowId
  const optOut = useOptOut(medium, to)
  return (
    <Stack gap="xs">
      <AddressSelect label="To" addresses={addresses} value={to} onChange={onTo} />
      <TrialBanner medium={medium} />
      {elsewhere !== rowId && (
        <Text size="xs" c="dimmed">
          The conversation with this number is linked to <RecordLink rowId={elsewhere} />.
        </Text>
      )}
      {optOut ? (
        <OptedOut optOut={optOut} />
      ) : (
        <Composer
          medium={medium}
          record={record}
          draft={draft}
          subject={own?.subject ? answerTo(own.subject) : null}
          busy={send.isPending}
          error={send.error}
          onSend={(content) =>
            sendOnce(draft, send.mutateAsync, { body: { medium, to, ...record, ...content } })
          }
        />
      )}
    </Stack>
  )
}
