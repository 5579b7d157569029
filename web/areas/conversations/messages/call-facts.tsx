import { Anchor, Group, Spoiler, Text } from '@mantine/core'
import { IconPhone, IconPhoneX } from '../../../ui/icons/icons.ts'
import { momentText } from '../../../ui/values/time.tsx'
import { durationText, isWebAddress } from './calls.rules.ts'
import type { Message } from './delivery-status.rules.ts'

type Call = NonNullable<Message['call']>

const results: Record<NonNullable<Call['result']>, string> = {
  completed: 'answered',
  busy: 'busy',
  'no-answer': 'not answered',
  canceled: 'hung up before an answer',
  failed: 'failed',
  voicemail: 'voicemail',
}

/** How a call went, with its recording and its transcript. */
export function CallFacts({ call, direction }: { call: Call; direction: Message['direction'] }) {
  const { result, duration_seconds: seconds, recording_url: recording, transcript } = call
  const went = result === 'completed' || result === 'voicemail' || result === null
  const Icon = went ? IconPhone : IconPhoneX
  const times = [
    ...(call.started_at ? [`Started ${momentText(call.started_at)}`] : []),
    ...(call.recording_count > 1 ? [`${call.recording_count} recordings`] : []),
  ]
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <Icon size={16} aria-hidden />
        <Text size="sm" fw={600}>
          {direction === 'inbound' ? 'Incoming call' : 'Outgoing call'}
          {result && `, ${results[result]}`}
          {seconds !== null && ` · ${durationText(seconds)}`}
        </Text>
      </Group>
      {times.length > 0 && (
        <Text size="xs" c="dimmed">
          {times.join(' · ')}
        </Text>
      )}
      {recording && isWebAddress(recording) && (
        <Anchor href={recording} target="_blank" rel="noreferrer" size="sm">
          Recording (at the provider)
        </Anchor>
      )}
      {call.ai_summary && (
        <Text size="sm" mt={6}>
          <b>Summary:</b> {call.ai_summary}
        </Text>
      )}
      {transcript && (
        <Spoiler maxHeight={88} showLabel="Show more" hideLabel="Show less" mt={6}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            <b>Transcript:</b> {transcript}
          </Text>
        </Spoiler>
      )}
    </div>
  )
}
