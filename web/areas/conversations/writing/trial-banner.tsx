import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useAnswer } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import type { Medium } from './said.ts'

/** Says that nothing is sent while no channel for the medium is connected. */
export function TrialBanner({ medium }: { medium: Medium }) {
  const isAdmin = useMay('admin')
  const { data } = useAnswer('channels.list', { query: { limit: 100 } })
  if (!data || data.data.some((one) => one.medium === medium && one.provider !== 'local')) {
    return null
  }
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
