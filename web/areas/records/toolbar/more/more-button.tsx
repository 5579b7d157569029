import { ActionIcon } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { IconDots } from '../../../../ui/icons/icons.ts'
import type { Definition, GridState } from '../../list/types.ts'
import { useOpener } from '../tools/use-opener.ts'

const MoreMenu = lazy(() => import('./more-menu.tsx').then((m) => ({ default: m.MoreMenu })))

export function MoreButton({ definition, state }: { definition: Definition; state: GridState }) {
  const { wasOpened, opener, button: props } = useOpener()
  const button = (
    <ActionIcon
      {...props}
      variant="subtle"
      color="gray"
      size="lg"
      aria-haspopup="menu"
      aria-label={`More about ${definition.name}`}
    >
      <IconDots size={18} />
    </ActionIcon>
  )
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <MoreMenu definition={definition} state={state} opener={opener} button={button} />
    </Suspense>
  )
}
