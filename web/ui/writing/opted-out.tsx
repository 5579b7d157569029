import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { bareNumber } from '../../../shared/phone-extension.ts'
import { type Item, useAnswer, useChange } from '../../service/api.ts'
import { useMay } from '../../service/session.ts'
import { ReasonDialog } from '../forms/reason-dialog.tsx'
import { IconBan } from '../icons/icons.ts'
import { dayText } from '../values/time.tsx'
import { useShownAddress } from '../values/use-phone-text.ts'
import type { Medium } from './drafts.ts'

type OptOut = Item<'optOuts.list'>

/** The opt-out of an address, if there is one. */
export function useOptOut(medium: Medium, address: string): OptOut | undefined {
  const { data } = useAnswer('optOuts.list', { query: { medium, address, opted_out: true } })
  return data?.data.find((one) => one.address === bareNumber(address))
}

/** Why nobody can write to this address, and what would change that. */
export function OptedOut({ optOut }: { optOut: OptOut }) {
  const [lifting, setLifting] = useState(false)
  const mayLift = useMay('member')
  const shownAddress = useShownAddress()
  const { address, medium, reason, updated_at } = optOut
  const put = useChange('optOuts.put', {
    shown: true,
    outdates: [['optOuts']],
    onDone: () => setLifting(false),
  })
  return (
    <>
      <Alert
        color="yellow"
        icon={<IconBan aria-hidden />}
        title={`${shownAddress(address)} has opted out of ${medium === 'text' ? 'texts' : 'emails'}`}
      >
        <Group justify="space-between" gap="xs">
          <span>
            Opted out on {dayText(updated_at)}. {reason && `${reason.replace(/\.$/, '')}. `}
            {medium === 'text' ? 'They can opt back in by texting START.' : ''}
          </span>
          {mayLift && (
            <Button size="compact-sm" variant="default" onClick={() => setLifting(true)}>
              Remove opt-out
            </Button>
          )}
        </Group>
      </Alert>
      {lifting && (
        <ReasonDialog
          title="Remove this opt-out?"
          verb="Remove opt-out"
          reason="required"
          saving={put}
          onClose={() => setLifting(false)}
          onConfirm={(why) =>
            put.mutate({ body: { address, medium, opted_out: false, reason: why } })
          }
        >
          Only do this if they have asked for it. Messaging people who opted out is illegal in many
          places. Say how they asked.
        </ReasonDialog>
      )}
    </>
  )
}
