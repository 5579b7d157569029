import { Menu } from '@mantine/core'
import { useEffect, useState } from 'react'
import { IconArrowsDiagonal, IconTrash } from '../../../../ui/icons/icons.ts'
import { FilterItems } from '../../toolbar/filters/filter-items.tsx'
import { removeRows } from '../actions/row-actions.ts'
import { type Desk, focus } from '../model/handle.ts'
import { rangeOf } from '../selection/selection.rules.ts'
import { type MenuAsked, type MenuPlace, menuPlace } from './cell-menu-place.ts'

interface Props {
  desk: Desk
  asked: MenuAsked
  onClose: () => void
}

/** The menu of the cell that somebody asked for one at. */
export function CellMenu({ desk, asked, onClose }: Props) {
  const [place, setPlace] = useState<MenuPlace | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is where it was asked for
  useEffect(() => {
    const found = menuPlace(asked, desk)
    if (found) setPlace(found)
    else onClose()
  }, [asked])
  return place && <Items desk={desk} place={place} onClose={onClose} />
}

/** Filters by the cell's value, and what can be done with its row. */
function Items({ desk, place, onClose }: { desk: Desk; place: MenuPlace; onClose: () => void }) {
  const { model, layout, definition, state, onState, mayEdit, onOpenRow } = desk
  const column = layout.columns[place.column]
  const row = model.source.rowAt(place.row)
  if (!column || !row) return null
  const close = () => {
    onClose()
    focus(desk)
  }
  const { top, bottom } = rangeOf(model.selection.get())
  const count = model.picked.get().size || bottom - top + 1
  return (
    <Menu
      opened
      onChange={(open) => !open && close()}
      position="bottom-start"
      offset={0}
      shadow="md"
      returnFocus={false}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: place.x, top: place.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Cell of ${column.column.name}`}>
        <FilterItems
          definition={definition}
          column={column.column}
          row={row}
          filter={state.filter}
          onFilter={(filter) => onState({ filter })}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconArrowsDiagonal size={16} />} onClick={() => onOpenRow(row.id)}>
          Open record
        </Menu.Item>
        {mayEdit && (
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => removeRows(desk)}>
            {count === 1 ? 'Delete row' : `Delete ${count.toLocaleString()} rows`}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
