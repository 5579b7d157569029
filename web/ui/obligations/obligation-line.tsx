import { Group } from '@mantine/core'
import { isOpen } from '../../../shared/obligation-states.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../links/app-link.tsx'
import { DeadlineMark, StatusBadge } from './marks.tsx'
import type { Obligation } from './obligation-words.rules.ts'
import { Tick } from './tick.tsx'

/** An obligation in one line, among other things: its tick, its title and its deadline. */
export function ObligationLine({ obligation }: { obligation: Obligation }) {
  const { id, title, status } = obligation
  return (
    <Group gap="sm">
      <Group gap={6} wrap="nowrap">
        <Tick obligation={obligation} />
        <AppLink to={paths.obligation(id)} inherit py={3} display="inline-block">
          {title}
        </AppLink>
      </Group>
      {(status === 'submitted' || !isOpen(status)) && <StatusBadge status={status} />}
      <DeadlineMark obligation={obligation} />
    </Group>
  )
}
