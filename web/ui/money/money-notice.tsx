import { Alert, Stack, Text } from '@mantine/core'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../service/api.ts'
import { useMay, usePeople } from '../../service/session.ts'
import { IconEye } from '../icons/icons.ts'
import { AppLink } from '../links/app-link.tsx'

interface Props {
  /** Whether the setting is beside it, so that no link is needed. */
  besideChoice?: boolean
}

/** Tells managers of a workspace older than this setting that everybody sees all money, until somebody sets it. */
export function MoneyNotice({ besideChoice = false }: Props) {
  const { data } = useAnswer('workspace.getWorkspace', {})
  const isManager = useMay('manager')
  const mayChoose = useMay('admin')
  if (!isManager || !data?.data.moneyVisibilityUndecided) return null
  return (
    <Alert
      color="orange"
      icon={<IconEye aria-hidden />}
      title="Everyone in this workspace can see everyone’s commission"
    >
      <Stack gap={6}>
        <Text size="sm">
          Members and viewers see every split in every deal, the totals, and what the house keeps.
        </Text>
        {besideChoice ? (
          <Text size="sm">Choose below who sees commissions, and save.</Text>
        ) : mayChoose ? (
          <AppLink to={paths.settings('general')} fz="sm" underline="always">
            Choose who sees commissions
          </AppLink>
        ) : (
          <Text size="sm">
            <WhoMayChoose /> can change this in Settings.
          </Text>
        )}
      </Stack>
    </Alert>
  )
}

/** The owners and admins by name, if they are few. */
function WhoMayChoose() {
  const { seats } = usePeople()
  const names = seats
    .filter(({ role, status }) => status === 'active' && (role === 'owner' || role === 'admin'))
    .map(({ name }) => name)
  if (names.length === 0 || names.length > 3) return 'Any owner or admin'
  return names.join(' or ')
}
