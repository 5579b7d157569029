import { Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useChange, usePages } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconKey } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { RevokeDialog } from './revoke-token.tsx'
import { TokenList } from './token-list.tsx'
import type { Token } from './tokens.rules.ts'

/** The access tokens of everybody, for admins, who can revoke each. */
export function AccessSettings() {
  return (
    <>
      <PageHeader
        title="Access"
        description="Access tokens that people created for programs. Each acts for its person, with fewer permissions."
      />
      {useMay('admin') ? (
        <AllTokens />
      ) : (
        <EmptyState icon={IconKey} title="Only admins see everybody’s tokens">
          Yours are under{' '}
          <AppLink to={paths.settings('account')} underline="always">
            My account
          </AppLink>
          .
        </EmptyState>
      )}
    </>
  )
}

function AllTokens() {
  const tokens = usePages('workspace.listTokens', { query: { limit: 100 } })
  const [leaving, setLeaving] = useState<Token | null>(null)
  const revoke = useChange('workspace.revokeToken', {
    shown: true,
    outdates: [
      ['workspace', 'listTokens'],
      ['auth', 'listTokens'],
    ],
    onDone: () => setLeaving(null),
  })
  return (
    <Stack gap="md">
      {tokens.error && <FailureAlert error={tokens.error} onRetry={tokens.refetch} />}
      {tokens.isPending && <Skeleton height={90} />}
      {tokens.isSuccess && tokens.items.length === 0 && (
        <EmptyState icon={IconKey} title="No access tokens yet">
          Everybody can create one under{' '}
          <AppLink to={paths.settings('account')} underline="always">
            My account
          </AppLink>
          : for example, for a script that reads new leads each night.
        </EmptyState>
      )}
      {tokens.items.length > 0 && (
        <TokenList tokens={tokens.items} showsPerson onRevoke={setLeaving} />
      )}
      <More of={tokens} />
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
    </Stack>
  )
}
