import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Data, useChange } from '../../../service/api.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { IconKey, IconPlus } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { type Definition, type Key, scopeNames } from '../board/developer.rules.ts'
import { ChangeKeyDialog } from './change-key.tsx'
import { KeyTable } from './key-table.tsx'
import { NewSecretDialog } from './new-secret.tsx'

interface Props {
  definition: Definition
  keys: readonly Key[] | undefined
  selected: Key | undefined
  /** The new key, as long as it is shown. */
  fresh: Data<'definitions.createKey'> | undefined
  onSelect: (key: Key) => void
  onNew: () => void
  /** Shows a secret that was just made. */
  onMade: (key: Data<'definitions.createKey'>) => void
}

/** The keys of a board or page: created, shown once, chosen, changed, revoked. */
export function KeysSection(props: Props) {
  const { definition, keys, selected, fresh, onSelect, onNew, onMade } = props
  const [changing, setChanging] = useState<Key | null>(null)
  const [rotating, setRotating] = useState<Key | null>(null)
  const [leaving, setLeaving] = useState<Key | null>(null)
  const revoke = useChange('definitions.revokeKey', {
    shown: true,
    outdates: [['definitions', 'listKeys']],
    onDone: () => setLeaving(null),
  })
  const newKey = (
    <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
      New key
    </Button>
  )
  return (
    <Section
      title="Keys"
      description="Programs read and write with a key. A key never sees restricted columns."
      actions={keys && keys.length > 0 && newKey}
    >
      {fresh && <FreshKey made={fresh} />}
      {!keys && <Skeleton height={80} />}
      {keys?.length === 0 && (
        <EmptyState icon={IconKey} title="No keys yet" action={newKey}>
          Create one to get snippets that are ready to paste.
        </EmptyState>
      )}
      {keys && keys.length > 0 && (
        <KeyTable
          keys={keys}
          selected={selected}
          onSelect={onSelect}
          onChange={setChanging}
          onRotate={setRotating}
          onRevoke={setLeaving}
        />
      )}
      {changing !== null && (
        <ChangeKeyDialog
          definitionKey={definition.key}
          of={changing}
          onClose={() => setChanging(null)}
        />
      )}
      {rotating !== null && (
        <NewSecretDialog
          definitionKey={definition.key}
          of={rotating}
          onClose={() => setRotating(null)}
          onMade={onMade}
        />
      )}
      {leaving !== null && (
        <ReasonDialog
          title="Revoke this key?"
          verb="Revoke key"
          danger
          saving={revoke}
          onClose={() => {
            setLeaving(null)
            revoke.reset()
          }}
          onConfirm={() =>
            leaving && revoke.mutate({ params: { key: definition.key, keyId: leaving.id } })
          }
        >
          “{leaving?.name}” (ends with {leaving?.lastFour}) stops working at once. You can’t undo
          this. Rows it wrote stay.
        </ReasonDialog>
      )}
    </Section>
  )
}

function FreshKey({ made }: { made: Data<'definitions.createKey'> }) {
  return (
    <Alert color="yellow" title={`Copy the key “${made.name}” now`} icon={<IconKey aria-hidden />}>
      <Stack gap="xs">
        <Text size="sm">
          It won’t be shown again, because we only keep its hash. The snippets below have it filled
          in. Whoever has it can {made.scopes.map((scope) => scopeNames[scope]).join(' and ')} here
          until it is revoked.
        </Text>
        <CopyField value={made.secret} label="the key" />
      </Stack>
    </Alert>
  )
}
