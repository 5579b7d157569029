import { Stack } from '@mantine/core'
import { unwritable } from '../../../../shared/unwritable.ts'
import { useChange } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { Composer } from '../../../ui/writing/composer.tsx'
import { useDrafts } from '../../../ui/writing/drafts.ts'
import { OptedOut, useOptOut } from '../../../ui/writing/opted-out.tsx'
import { answerTo } from '../../../ui/writing/subjects.rules.ts'
import { TrialBanner } from '../../../ui/writing/trial-banner.tsx'
import { Unwritable } from '../../../ui/writing/unwritable.tsx'
import type { Conversation } from '../inbox/inbox-item.tsx'
import classes from './writing.module.css'

/**
 * The reply to a thread. Nobody can write to people who opted out, or to what is no address of theirs, and viewers cannot
 * write at all.
 */
export function Reply({ thread }: { thread: Conversation }) {
  const { id, medium, address, definition_key, row_id } = thread
  const reply = useChange('conversations.reply', {
    shown: true,
    outdates: [['conversations'], ['definitions', 'getTimeline']],
  })
  const draft = `conversation ${id}`
  const { sendOnce } = useDrafts()
  const optOut = useOptOut(medium, address)
  const mayWrite = useMay('member')
  const problem = unwritable(medium, address)
  if (!mayWrite && !optOut && !problem) return null
  return (
    <div className={classes.composer}>
      <Stack gap="xs">
        {mayWrite && !problem && <TrialBanner medium={medium} />}
        {problem ? (
          <Unwritable problem={problem} address={address} />
        ) : optOut ? (
          <OptedOut optOut={optOut} />
        ) : (
          <Composer
            medium={medium}
            record={definition_key && row_id ? { definition_key, row_id } : null}
            draft={draft}
            subject={thread.subject && answerTo(thread.subject)}
            busy={reply.isPending}
            error={reply.error}
            onSend={(body) => sendOnce(draft, reply.mutateAsync, { params: { id }, body })}
          />
        )}
      </Stack>
    </div>
  )
}
