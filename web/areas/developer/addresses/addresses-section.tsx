import { Alert, Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { mailParts } from '../../../../shared/mail-parts.ts'
import { useAnswer, useChange } from '../../../service/api.ts'
import { isAbout } from '../../../service/events.rules.ts'
import { useLive } from '../../../service/live.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { IconMail, IconPlus } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { Time } from '../../../ui/values/time.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { type Address, AddressDialog } from './address-dialog.tsx'
import classes from './addresses-section.module.css'

/** The email addresses of a board or page, whose emails become rows. */
export function AddressesSection({ definition }: { definition: Definition }) {
  const isAdmin = useMay('admin')
  const [open, setOpen] = useState<'new' | Address>()
  const [leaving, setLeaving] = useState<Address>()
  const { data, error, refetch } = useAnswer('definitions.listAddresses', {
    params: { key: definition.key },
    query: { limit: 100 },
  })
  // An email that comes changes when the last one came.
  useLive((event) => {
    const isHere = isAbout(event, 'rows') && event.actor.startsWith('address:')
    if (isHere && event.data.definition.key === definition.key) refetch()
  })
  const removal = useChange('definitions.removeAddress', {
    shown: true,
    outdates: [['definitions', 'listAddresses']],
    onDone: () => setLeaving(undefined),
  })
  const addresses = data?.data
  const isOff = data !== undefined && data.domain === null
  const newAddress = isAdmin && !isOff && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
      New address
    </Button>
  )
  // Only admins can have the operator set it up.
  if (isOff && !isAdmin) return null
  return (
    <Section
      title="Email addresses"
      description={`An email to such an address becomes a row of this ${definition.kind}, with its files. Its conversation is linked to the row, so you can answer from there.`}
      actions={addresses && addresses.length > 0 && newAddress}
    >
      {error && <FailureAlert error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {isOff && (
        <Alert color="gray" title="Email is not set up on this server yet">
          Ask whoever runs this server to set up a domain for incoming email. Until then, boards and
          pages have no email addresses.
        </Alert>
      )}
      {addresses?.length === 0 && !isOff && (
        <EmptyState icon={IconMail} title="No email addresses yet" action={newAddress}>
          {isAdmin
            ? 'Create one and give it to the people who send you things, or forward their emails to it.'
            : 'Ask an admin or owner of the workspace to create one.'}
        </EmptyState>
      )}
      {addresses && addresses.length > 0 && (
        <ul className={classes.list}>
          {addresses.map((address) => (
            <AddressEntry
              key={address.id}
              of={address}
              definition={definition}
              isAdmin={isAdmin}
              onChange={() => setOpen(address)}
              onRemove={() => setLeaving(address)}
            />
          ))}
        </ul>
      )}
      {open && (
        <AddressDialog
          definition={definition}
          {...(open === 'new' ? {} : { of: open })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {leaving && (
        <ReasonDialog
          title="Delete this address?"
          verb="Delete address"
          danger
          saving={removal}
          onClose={() => {
            setLeaving(undefined)
            removal.reset()
          }}
          onConfirm={() =>
            removal.mutate({ params: { key: definition.key, addressId: leaving.id } })
          }
        >
          Emails to {leaving.address ?? 'it'} go back to their senders from now on. You can’t undo
          this. The rows and conversations that came through it stay.
        </ReasonDialog>
      )}
    </Section>
  )
}

interface EntryProps {
  of: Address
  definition: Definition
  isAdmin: boolean
  onChange: () => void
  onRemove: () => void
}

function AddressEntry({ of: address, definition, isAdmin, onChange, onRemove }: EntryProps) {
  const { key, columns } = definition
  const saving = useChange('definitions.updateAddress', {
    outdates: [['definitions', 'listAddresses']],
  })
  const filled = mailParts.flatMap((part) => {
    const column = columns.find((one) => one.key === address.columns[part])
    return column ? [`“${column.name}” with ${words[part]}`] : []
  })
  return (
    <li className={classes.entry}>
      <Stack gap={6} miw={0}>
        {address.address && (
          <div className={classes.address}>
            <CopyField value={address.address} label="the address" />
          </div>
        )}
        <Text size="sm">Fills {filled.join(', ')}</Text>
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {!address.enabled && 'Switched off. '}
            {address.lastReceivedAt ? (
              <>
                Last email <Time at={address.lastReceivedAt} />
              </>
            ) : (
              'No email yet'
            )}
          </Text>
          {isAdmin && (
            <Group gap="xs">
              <Switch
                label="Takes email"
                checked={address.enabled}
                disabled={saving.isPending}
                onChange={(event) =>
                  saving.mutate({
                    params: { key, addressId: address.id },
                    body: { enabled: event.currentTarget.checked },
                  })
                }
              />
              <Button size="compact-sm" variant="subtle" onClick={onChange}>
                Change columns
              </Button>
              <Button size="compact-sm" variant="subtle" color="red" onClick={onRemove}>
                Delete
              </Button>
            </Group>
          )}
        </Group>
      </Stack>
    </li>
  )
}

const words = {
  from: 'the sender’s address',
  name: 'the sender’s name',
  subject: 'the subject',
  body: 'the text',
  attachments: 'the files',
} as const
