import { Menu } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay } from '../../../../service/session.ts'
import {
  IconDeviceFloppy,
  IconEye,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
} from '../../../../ui/icons/icons.ts'
import type { Definition } from '../../list/types.ts'
import type { SavedView } from '../state/grid-state.rules.ts'
import type { GridView } from '../state/use-grid-state.ts'
import { type Opener, useOpened } from '../tools/use-opener.ts'
import { useSaveView } from './use-save-view.ts'

const ViewDialog = lazy(() => import('./view-dialog.tsx').then((m) => ({ default: m.ViewDialog })))
const ViewRemoval = lazy(() =>
  import('./view-removal.tsx').then((m) => ({ default: m.ViewRemoval })),
)

interface Props {
  definition: Definition
  grid: GridView
  opener: Opener
  button: ReactNode
}

/** The saved views, to open, and for people who may, to save, rename and delete. */
export function ViewsMenu({ definition, grid, opener, button }: Props) {
  const { view, views, openView, changed, state } = grid
  const opened = useOpened(opener)
  const [dialog, setDialog] = useState<'new' | 'edit' | 'remove' | null>(null)
  const maySave = useMay('member')
  const { mine, save } = useSaveView(definition, grid)
  const entry = (one: SavedView) => (
    <Menu.Item
      key={one.id}
      leftSection={
        one.private ? <IconLock size={16} aria-label="Private" /> : <IconEye size={16} />
      }
      fw={one.id === view?.id ? 600 : undefined}
      aria-current={one.id === view?.id ? 'true' : undefined}
      onClick={() => openView(one.id)}
    >
      {one.name}
    </Menu.Item>
  )
  const own = views.filter((one) => one.private)
  const shared = views.filter((one) => !one.private)
  return (
    <>
      <Menu
        opened={opened}
        onChange={opener.onChange}
        position="bottom-start"
        width={260}
        shadow="md"
      >
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          <Menu.Item leftSection={<IconEye size={16} />} onClick={() => openView(null)}>
            All rows
          </Menu.Item>
          {shared.length > 0 && <Menu.Label>Shared</Menu.Label>}
          {shared.map(entry)}
          {own.length > 0 && <Menu.Label>Private</Menu.Label>}
          {own.map(entry)}
          {maySave && <Menu.Divider />}
          {maySave && view && changed && mine(view) && (
            <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={() => save(view)}>
              Save to “{view.name}”
            </Menu.Item>
          )}
          {maySave && (
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setDialog('new')}>
              Save as new view
            </Menu.Item>
          )}
          {maySave && view && mine(view) && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
                Rename or share
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} />}
                c="var(--mantine-color-red-light-color)"
                onClick={() => setDialog('remove')}
              >
                Delete view
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {(dialog === 'new' || dialog === 'edit') && (
          <ViewDialog
            definition={definition}
            view={dialog === 'edit' ? view : null}
            state={state}
            onSaved={openView}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'remove' && view && (
          <ViewRemoval
            definitionKey={definition.key}
            view={view}
            onRemoved={() => openView(null)}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  )
}
