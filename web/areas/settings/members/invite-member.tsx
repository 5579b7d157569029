import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { useAnswer, useChange } from '../../../api.ts'
import type { Role } from '../../../session.ts'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import type { Seat, Team } from '../people/people.ts'
import { MemberFields } from './member-fields.tsx'

interface Props {
  teams: readonly Team[] | undefined
  /** The invited person who needs a new link; the old one then stops working. */
  again?: Seat
  onClose: () => void
}

export function InviteMember({ teams, again, onClose }: Props) {
  useReturnFocus()
  const form = useForm({
    initialValues: {
      email: again?.email ?? '',
      name: again?.name ?? '',
      role: again?.role ?? ('member' as Role),
      teamIds: again?.teamIds ?? [],
    },
    validate: { email: isNotEmpty('Enter an email address.') },
  })
  const { data: workspace } = useAnswer('workspace.getWorkspace', {})
  const isEmailed = workspace?.data.emailsInvitations
  const invite = useChange('workspace.inviteSeat', { outdates: [['workspace']], shown: true })
  const to = form.values.email.trim() || 'them'
  const title = again ? `New link for ${again.name}` : 'Invite a person'
  if (invite.data) {
    const { email, inviteUrl } = invite.data.data
    return (
      <Modal opened onClose={onClose} title={title}>
        <Stack>
          <Text size="sm">
            {isEmailed ? (
              <>
                We are emailing this link to <b>{email}</b>. You can also copy it and send it
                yourself.
              </>
            ) : (
              <>
                Copy this link and send it to <b>{email}</b>.
              </>
            )}{' '}
            It works once, for 7 days, and is shown only here.
          </Text>
          <CopyField value={inviteUrl} label="invitation link" />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Modal>
    )
  }
  return (
    <FormDialog
      title={title}
      verb={again ? 'Create link' : 'Invite'}
      form={form}
      saving={invite}
      onClose={onClose}
      onSubmit={({ name, ...body }) =>
        invite.mutate({ body: name.trim() === '' ? body : { ...body, name: name.trim() } })
      }
    >
      <TextInput
        label="Email"
        type="email"
        required
        readOnly={again !== undefined}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Name"
        description="They can change it later."
        maxLength={MOST_NAME_CHARS}
        {...form.getInputProps('name')}
      />
      <MemberFields form={form} teams={teams} />
      {workspace && (
        <Text size="sm" c="dimmed">
          {isEmailed
            ? `We email ${again ? 'the new link' : 'an invitation link'} to ${to}.`
            : `You get a link to copy and send to ${to}. We don’t email it.`}
        </Text>
      )}
    </FormDialog>
  )
}
