import { Button, Text, VisuallyHidden } from '@mantine/core'
import { Suspense } from 'react'
import { soonPart } from '../../../../service/parts.ts'
import { IconChevronDown } from '../../../../ui/icons/icons.ts'
import type { Definition } from '../../list/types.ts'
import type { GridView } from '../state/use-grid-state.ts'
import classes from '../tools/toolbar.module.css'
import { useOpener } from '../tools/use-opener.ts'

export const ViewsMenu = soonPart(() => import('./views-menu.tsx').then((m) => m.ViewsMenu))

/** Shows the open view, with a menu of all views. */
export function ViewsButton({ definition, grid }: { definition: Definition; grid: GridView }) {
  const { view, changed } = grid
  const { wasOpened, opener, button: props } = useOpener()
  const button = (
    <Button
      {...props}
      variant="default"
      size="compact-md"
      className={classes.viewName}
      aria-haspopup="menu"
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      <VisuallyHidden>View: </VisuallyHidden>
      <Text span inherit truncate lh={1.4}>
        {view?.name ?? 'All rows'}
      </Text>
      {changed && (
        <span className={classes.changed}>
          <span className={classes.editedLabel}>edited</span>
        </span>
      )}
    </Button>
  )
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <ViewsMenu definition={definition} grid={grid} opener={opener} button={button} />
    </Suspense>
  )
}
