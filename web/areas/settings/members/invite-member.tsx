import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useState } from 'react'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { type Data, useAnswer, useChange } from '../../../service/api.ts'
import type { Role } from '../../../service/session.ts'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { GrowingTextarea } from '../../../ui/forms/growing-textarea.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import type { Seat, Team } from '../people/people.ts'
import { addressesIn } from './addresses-in.rules.ts'
import { MemberFields } from './member-fields.tsx'

interface Props {
  teams: readonly Team[] | undefined
  /** The invited person who needs a new link; the old one then stops working. */
  again?: Seat
  onClose: () => void
}

type Invited = Pick<Data<'workspace.inviteSeat'>, 'email' | 'inviteUrl'>

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
  const [invited, setInvited] = useState<readonly Invited[]>([])
  const [isDone, setDone] = useState(false)
  const addresses = again ? [form.values.email] : addressesIn(form.values.email)
  const isOne = addresses.length < 2
  const to = isOne ? (addresses[0] ?? 'them') : `these ${addresses.length} people`
  const title = again ? `New link for ${again.name}` : 'Invite people'
  // One after the other: a person who cannot be invited stays in the form with those who come after them.
  const inviteAll = async ({ name, email, ...seat }: typeof form.values) => {
    for (
      let left = addresses.length > 0 ? addresses : [email];
      left.length > 0;
      left = left.slice(1)
    ) {
      form.setFieldValue('email', left.join('\n'))
      const named = isOne && name.trim() !== '' ? { name: name.trim() } : {}
      const { data } = await invite.mutateAsync({ body: { ...seat, ...named, email: left[0]! } })
      setInvited((before) => [...before, data])
    }
    setDone(true)
  }
  if (isDone) {
    return (
      <Modal opened onClose={onClose} title={title}>
        <Stack>
          <Links of={invited} isEmailed={isEmailed} />
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
      // The form shows why somebody cannot be invited.
      onSubmit={(values) => void inviteAll(values).catch(() => {})}
    >
      {invited.length > 0 && <Links of={invited} isEmailed={isEmailed} />}
      <GrowingTextarea
        label="Email"
        description={again ? undefined : 'To invite several people, paste their addresses.'}
        inputMode="email"
        minRows={1}
        required
        readOnly={again !== undefined}
        data-autofocus
        {...form.getInputProps('email')}
      />
      {isOne && (
        <TextInput
          label="Name"
          description="They can change it later."
          maxLength={MOST_NAME_CHARS}
          {...form.getInputProps('name')}
        />
      )}
      <MemberFields form={form} teams={teams} />
      {workspace && (
        <Text size="sm" c="dimmed">
          {isEmailed
            ? `We email ${again ? 'the new link' : 'an invitation link'} to ${to}.`
            : `You get ${isOne ? 'a link' : 'links'} to copy and send to ${to}. We don’t email ${isOne ? 'it' : 'them'}.`}
        </Text>
      )}
    </FormDialog>
  )
}

/** The links of people who are invited now. */
function Links({ of, isEmailed }: { of: readonly Invited[]; isEmailed: boolean | undefined }) {
  return (
    <>
      <Text size="sm">
        {isEmailed
          ? `We are emailing ${of.length === 1 ? 'this link' : 'these links'}. You can also copy and send ${of.length === 1 ? 'it' : 'them'} yourself.`
          : `Copy and send ${of.length === 1 ? 'this link' : 'each link to its person'}.`}{' '}
        A link works once, for 7 days, and is shown only here.
      </Text>
      {of.map(({ email, inviteUrl }) => (
        <div key={email}>
          <Text size="sm" fw={500} mb={4}>
            {email}
          </Text>
          <CopyField
            value={inviteUrl}
            label={of.length === 1 ? 'invitation link' : `invitation link of ${email}`}
          />
        </div>
      ))}
    </>
  )
}
