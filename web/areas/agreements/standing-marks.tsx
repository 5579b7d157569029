import { Badge, Group } from '@mantine/core'
import { IconCircleCheck, IconSignature } from '../../ui/icons/icons.ts'
import type { AgreementStanding } from './agreement-words.ts'

/** Whether the reader has signed, and whether the workspace is bound. */
export function StandingMarks({ standing }: { standing: AgreementStanding }) {
  return (
    <Group gap="xs">
      <Mark done={standing.signed} yes="Signed by you" no="Needs your signature" />
      <Mark
        done={standing.signedByWorkspace}
        yes="Signed for the workspace"
        no="Not signed for the workspace"
      />
    </Group>
  )
}

function Mark({ done, yes, no }: { done: boolean; yes: string; no: string }) {
  const Shown = done ? IconCircleCheck : IconSignature
  return (
    <Badge
      variant="light"
      color={done ? 'green' : 'orange'}
      radius="sm"
      tt="none"
      miw="max-content"
      leftSection={<Shown size={13} aria-hidden />}
    >
      {done ? yes : no}
    </Badge>
  )
}
