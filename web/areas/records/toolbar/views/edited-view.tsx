import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../../../service/session.ts'
import { IconDeviceFloppy, IconRestore } from '../../../../ui/icons/icons.ts'
import type { Definition } from '../../list/types.ts'
import type { GridView } from '../state/use-grid-state.ts'
import classes from '../tools/toolbar.module.css'
import { useSaveView } from './use-save-view.ts'

const ViewDialog = lazy(() => import('./view-dialog.tsx').then((m) => ({ default: m.ViewDialog })))

/** Saves what is edited, into the open view or a new one, or goes back to what is saved. */
export function EditedView({ definition, grid }: { definition: Definition; grid: GridView }) {
  const { view, state, openView } = grid
  const { mine, save } = useSaveView(definition, grid)
  const maySave = useMay('member')
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <span className={classes.edited}>
        {maySave && (
          <Button
            size="compact-xs"
            variant="subtle"
            title="Save"
            onClick={() => (view && mine(view) ? save(view) : setNaming(true))}
          >
            <IconDeviceFloppy size={16} aria-hidden className={classes.editedIcon} />
            <span className={classes.editedLabel}>Save</span>
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          title="Reset"
          onClick={() => openView(view?.id ?? null)}
        >
          <IconRestore size={16} aria-hidden className={classes.editedIcon} />
          <span className={classes.editedLabel}>Reset</span>
        </Button>
      </span>
      <Suspense>
        {isNaming && (
          <ViewDialog
            definition={definition}
            view={null}
            state={state}
            onSaved={openView}
            onClose={() => setNaming(false)}
          />
        )}
      </Suspense>
    </>
  )
}
