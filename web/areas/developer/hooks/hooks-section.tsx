import { Badge, Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useAnswer, useChange } from '../../../service/api.ts'
import { isAbout } from '../../../service/events.rules.ts'
import { useLive } from '../../../service/live.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { IconPlus, IconWebhook } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { Time } from '../../../ui/values/time.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { GuideLink } from '../board/guide-link.tsx'
import { HookDialog } from './hook-dialog.tsx'
import classes from './hooks-section.module.css'
import type { Hook } from './mapping.rules.ts'
import { MappingDialog } from './mapping-dialog.tsx'
import { signings } from './signing.ts'

type Open = { what: 'new' } | { what: 'settings' | 'mapping' | 'removal'; id: string }

/** The hooks of a board or page: other services send their webhooks to them, and each becomes a row. */
export function HooksSection({ definition }: { definition: Definition }) {
  const isAdmin = useMay('admin')
  const [open, setOpen] = useState<Open>()
  const { data, error, refetch } = useAnswer('definitions.listHooks', {
    params: { key: definition.key },
    query: { limit: 100 },
  })
  // What comes changes when the last one came.
  useLive((event) => {
    const isHere = isAbout(event, 'rows') && event.actor.startsWith('hook:')
    if (isHere && event.data.definition.key === definition.key) refetch()
  })
  const removal = useChange('definitions.removeHook', {
    shown: true,
    outdates: [['definitions', 'listHooks']],
    onDone: () => setOpen((now) => (now?.what === 'removal' ? undefined : now)),
  })
  const hooks = data?.data
  const close = () => setOpen(undefined)
  const chosen =
    open && open.what !== 'new' ? hooks?.find((hook) => hook.id === open.id) : undefined
  const newHook = isAdmin && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ what: 'new' })}>
      New hook
    </Button>
  )
  return (
    <Section
      title="Hooks"
      description={
        <>
          Another service, such as Typeform, Calendly or Stripe, sends its webhooks to a hook. Each
          becomes a row of this {definition.kind}.{' '}
          <GuideLink to="webhooks">How to set one up</GuideLink>
        </>
      }
      actions={hooks && hooks.length > 0 && newHook}
    >
      {error && <FailureAlert error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {hooks?.length === 0 && (
        <EmptyState icon={IconWebhook} title="No hooks yet" action={newHook}>
          {isAdmin
            ? 'Create one, and paste its URL where the other service asks for a webhook URL.'
            : 'Ask an admin or owner of the workspace to create one.'}
        </EmptyState>
      )}
      {hooks && hooks.length > 0 && (
        <ul className={classes.list}>
          {hooks.map((hook) => (
            <HookEntry
              key={hook.id}
              of={hook}
              definition={definition}
              isAdmin={isAdmin}
              onOpen={(what) => setOpen({ what, id: hook.id })}
            />
          ))}
        </ul>
      )}
      {open?.what === 'new' && (
        <HookDialog
          definitionKey={definition.key}
          onClose={close}
          onDone={({ id }) => setOpen({ what: 'mapping', id })}
        />
      )}
      {open?.what === 'settings' && chosen && (
        <HookDialog definitionKey={definition.key} of={chosen} onClose={close} onDone={close} />
      )}
      {open?.what === 'mapping' && chosen && (
        <MappingDialog definition={definition} of={chosen} onClose={close} />
      )}
      {open?.what === 'removal' && chosen && (
        <ReasonDialog
          title={`Delete the hook “${chosen.name}”?`}
          verb="Delete hook"
          danger
          saving={removal}
          onClose={() => {
            close()
            removal.reset()
          }}
          onConfirm={() => removal.mutate({ params: { key: definition.key, hookId: chosen.id } })}
        >
          What the service sends is refused from now on. You can’t undo this. The rows that came
          through it stay.
        </ReasonDialog>
      )}
    </Section>
  )
}

interface EntryProps {
  of: Hook
  definition: Definition
  isAdmin: boolean
  onOpen: (what: 'settings' | 'mapping' | 'removal') => void
}

function HookEntry({ of: hook, definition, isAdmin, onOpen }: EntryProps) {
  const { key, columns } = definition
  const saving = useChange('definitions.updateHook', {
    outdates: [['definitions', 'listHooks']],
  })
  const filled = hook.fields.flatMap(({ column: key }) => {
    const column = columns.find((one) => one.key === key)
    return column ? [`“${column.name}”`] : []
  })
  const isOpen = hook.fields.length > 0
  return (
    <li className={classes.entry}>
      <Stack gap={6} miw={0}>
        <Group gap="xs">
          <Text fw={500}>{hook.name}</Text>
          {hook.signature !== 'none' && (
            <Badge variant="light">Signed: {signings[hook.signature].label}</Badge>
          )}
        </Group>
        {hook.url && <CopyField value={hook.url} label={`the URL of ${hook.name}`} />}
        <Text size="sm">
          {isOpen
            ? `Fills ${filled.join(', ')}`
            : 'Writes no rows yet: choose which columns it fills.'}
        </Text>
        {hook.wrongSignatures > 0 && hook.lastWrongSignatureAt && (
          <Text size="sm" c="red">
            {hook.wrongSignatures === 1
              ? 'One request was refused because its signature was missing or wrong'
              : `${hook.wrongSignatures.toLocaleString()} requests were refused because their signature was missing or wrong`}
            , the last <Time at={hook.lastWrongSignatureAt} />.
          </Text>
        )}
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {!hook.enabled && 'Paused. '}
            {hook.lastReceivedAt ? (
              <>
                Last webhook <Time at={hook.lastReceivedAt} />
              </>
            ) : (
              'Nothing has arrived yet'
            )}
          </Text>
          {isAdmin && (
            <Group gap="xs">
              <Switch
                label="Takes webhooks"
                checked={hook.enabled}
                disabled={saving.isPending}
                onChange={(event) =>
                  saving.mutate({
                    params: { key, hookId: hook.id },
                    body: { enabled: event.currentTarget.checked },
                  })
                }
              />
              <Button
                size="compact-sm"
                variant={isOpen ? 'subtle' : 'light'}
                onClick={() => onOpen('mapping')}
              >
                {isOpen ? 'Change columns' : 'Choose columns'}
              </Button>
              <Button size="compact-sm" variant="subtle" onClick={() => onOpen('settings')}>
                Name and signature
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={`Delete the hook ${hook.name}`}
                onClick={() => onOpen('removal')}
              >
                Delete
              </Button>
            </Group>
          )}
        </Group>
      </Stack>
    </li>
  )
}
