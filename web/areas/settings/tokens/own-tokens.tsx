import { Alert, Button, Fieldset, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Data, useChange, usePages } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconKey, IconPlus } from '../../../ui/icons/icons.ts'
import { More } from '../../../ui/layout/more.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { NewTokenDialog } from './new-token.tsx'
import { NewTokenSecretDialog } from './new-token-secret.tsx'
import { RevokeDialog } from './revoke-token.tsx'
import { TokenList } from './token-list.tsx'
import type { Token } from './tokens.rules.ts'

/** The tokens that somebody made for programs: made, shown once, given new secrets, revoked. */
export function OwnTokens() {
  const tokens = usePages('auth.listTokens', { query: { limit: 100 } })
  const [fresh, setFresh] = useState<Data<'auth.createToken'>>()
  const [making, setMaking] = useState(false)
  const [rotating, setRotating] = useState<Token | null>(null)
  const [leaving, setLeaving] = useState<Token | null>(null)
  const revoke = useChange('auth.revokeToken', {
    shown: true,
    outdates: [['auth', 'listTokens']],
    onDone: () => {
      if (leaving?.id === fresh?.id) setFresh(undefined)
      setLeaving(null)
    },
  })
  return (
    <Fieldset legend="Access tokens">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 240px">
            Let a program work in your name, in this workspace, with only the permissions that you
            choose.
          </Text>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setMaking(true)}
          >
            New token
          </Button>
        </Group>
        {fresh && <FreshToken made={fresh} />}
        {tokens.error && <FailureAlert error={tokens.error} onRetry={tokens.refetch} />}
        {tokens.isPending && <Skeleton height={60} />}
        {tokens.items.length > 0 && (
          <TokenList tokens={tokens.items} onRotate={setRotating} onRevoke={setLeaving} />
        )}
        <More of={tokens} />
      </Stack>
      {making && <NewTokenDialog onClose={() => setMaking(false)} onMade={setFresh} />}
      {rotating !== null && (
        <NewTokenSecretDialog of={rotating} onClose={() => setRotating(null)} onMade={setFresh} />
      )}
      {leaving !== null && (
        <RevokeDialog
          of={leaving}
          saving={revoke}
          onClose={() => {
            setLeaving(null)
            revoke.reset()
          }}
          onConfirm={() => revoke.mutate({ params: { id: leaving.id } })}
        />
      )}
    </Fieldset>
  )
}

function FreshToken({ made }: { made: Data<'auth.createToken'> }) {
  return (
    <Alert
      color="yellow"
      title={`Copy the token “${made.name}” now`}
      icon={<IconKey aria-hidden />}
    >
      <Stack gap="xs">
        <Text size="sm">
          It won’t be shown again, because we only keep its hash. Whoever has it can do in your name
          what you allowed, until it expires or is revoked.
        </Text>
        <CopyField value={made.secret} label="the token" />
      </Stack>
    </Alert>
  )
}
