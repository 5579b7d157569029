import { Alert, Button, Group } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import { type Item, useAnswer, useChange } from '../../../api.ts'
import { useMay } from '../../../session.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { shownAddress } from '../../../ui/values/shown-address.rules.ts'
import { dayText } from '../../../ui/values/time.tsx'
import type { Medium } from './said.ts'

type OptOut = Item<'optOuts.list'>

/** The opt-out of an address, while it stands. */
export function useOptOut(medium: Medium, address: string): OptOut | undefined {
  const { data } = useAnswer('optOuts.list', { query: { medium, address, opted_out: true } })
  return data?.data.find((one) => one.address === address)
}

/** Why nothing can be written, and when it can be again. */
export function OptedOut({ optOut }: { optOut: OptOut }) {
  const [lifting, setLifting] = useState(false)
  const mayLift = useMay('member')
  const { address, medium, reason, updated_at } = optOut
  const put = useChange('optOuts.put', {
    shown: true,
    outdates: [['optOuts']],
    onDone: () => {
      toastDone('Lifted: you can write again.')
      setLifting(false)
    },
  })
  return (
    <>
      <Alert
        color="yellow"
        icon={<IconBan aria-hidden />}
        title={`${shownAddress(address)} wants no ${medium === 'text' ? 'texts' : 'emails'}`}
      >
        <Group justify="space-between" gap="xs">
          <span>
            Opted out on {dayText(updated_at)}. {reason && `${reason.replace(/\.$/, '')}. `}
            {medium === 'text' ? 'A text with START from them ends it.' : ''}
          </span>
          {mayLift && (
            <Button size="compact-sm" variant="default" onClick={() => setLifting(true)}>
              Lift the opt-out
            </Button>
          )}
        </Group>
      </Alert>
      {lifting && (
        <ReasonDialog
          title="Lift the opt-out?"
          verb="Lift the opt-out"
          reason="required"
          saving={put}
          onClose={() => setLifting(false)}
          onConfirm={(why) =>
            put.mutate({ body: { address, medium, opted_out: false, reason: why } })
          }
        >
          Only when they have asked for it: writing to somebody who does not want it is against the
          law in many places. Say how they asked.
        </ReasonDialog>
      )}
    </>
  )
}
