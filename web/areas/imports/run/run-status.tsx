import { Badge } from '@mantine/core'
import type { Icon } from '../../../ui/icons/icon.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconLoader2,
  IconPlayerStop,
  IconX,
} from '../../../ui/icons/icons.ts'
import type { Run } from '../questions/types.ts'
import { percentOf } from './progress.rules.ts'

const shown: Record<Run['status'], { label: string; color: string; Icon: Icon }> = {
  running: { label: 'running', color: 'harbor', Icon: IconLoader2 },
  completed: { label: 'completed', color: 'green', Icon: IconCheck },
  partial: { label: 'some refused', color: 'yellow', Icon: IconAlertTriangle },
  failed: { label: 'failed', color: 'red', Icon: IconX },
  cancelled: { label: 'cancelled', color: 'gray', Icon: IconPlayerStop },
  undone: { label: 'undone', color: 'gray', Icon: IconArrowBackUp },
}

export function RunStatus({
  run: { status, progress },
}: {
  run: Pick<Run, 'status' | 'progress'>
}) {
  const { label, color, Icon: Shown } = shown[status]
  return (
    <Badge
      variant="light"
      color={color}
      tt="none"
      miw="max-content"
      leftSection={<Shown size={12} aria-hidden />}
    >
      {label}
      {progress && `, ${percentOf(progress)}%`}
    </Badge>
  )
}
