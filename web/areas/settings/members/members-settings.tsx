import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconUserPlus } from '../../../ui/icons/icons.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Seat, useDeskPeople } from '../people/people.ts'
import { EditMember } from './edit-member.tsx'
import { InviteMember } from './invite-member.tsx'
import { LeavingDialog } from './leaving-dialog.tsx'
import { type Intent, MemberTable } from './member-table.tsx'

export function MembersSettings() {
  const { seats, teams, error, retry } = useDeskPeople()
  const mayManage = useMay('admin')
  const [inviting, setInviting] = useState(false)
  const [about, setAbout] = useState<{ seat: Seat; intent: Intent }>()
  const close = () => setAbout(undefined)
  return (
    <>
      <PageHeader
        title="Members"
        description="The people in this workspace. A seat is for this workspace only; a person can have seats in others."
        actions={
          mayManage && (
            <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      />
      {error && <FailureAlert error={error} onRetry={retry} />}
      {!seats && !error && <Skeleton height={240} />}
      {seats && (
        <MemberTable
          seats={seats}
          teams={teams ?? []}
          mayManage={mayManage}
          onIntent={(seat, intent) => setAbout({ seat, intent })}
        />
      )}
      {inviting && <InviteMember teams={teams} onClose={() => setInviting(false)} />}
      {about?.intent === 'invite again' && (
        <InviteMember teams={teams} again={about.seat} onClose={close} />
      )}
      {about?.intent === 'edit' && <EditMember seat={about.seat} teams={teams} onClose={close} />}
      {(about?.intent === 'suspend' || about?.intent === 'remove') && (
        <LeavingDialog seat={about.seat} intent={about.intent} onClose={close} />
      )}
    </>
  )
}
