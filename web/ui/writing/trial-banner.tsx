import { Alert } from '@mantine/core'
import { paths } from '../../paths.ts'
import { useMay } from '../../service/session.ts'
import { IconInfoCircle } from '../icons/icons.ts'
import { AppLink } from '../links/app-link.tsx'
import type { Medium } from './drafts.ts'
import { useIsConnected } from './use-is-connected.ts'

/** Says that nothing is sent while no channel for the medium is connected. */
export function TrialBanner({ medium }: { medium: Medium }) {
  const isAdmin = useMay('admin')
  const isConnected = useIsConnected(medium)
  if (isConnected !== false) return null
  const what = medium === 'text' ? 'texts' : 'emails'
  return (
    <Alert variant="light" p="xs" icon={<IconInfoCircle aria-hidden />}>
      No channel for {what} is connected. Messages are kept here and not sent.{' '}
      {isAdmin ? (
        <AppLink to={paths.settings('channels')} inherit underline="always">
          Connect one
        </AppLink>
      ) : (
        'An admin can connect one in the settings.'
      )}
    </Alert>
  )
}
