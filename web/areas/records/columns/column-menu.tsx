import { Menu } from '@mantine/core'
import { isChangeable } from '../../../../shared/column-types.ts'
import { hasOrder } from '../../../../shared/filter-operators.ts'
import { useMay } from '../../../service/session.ts'
import { moveKey, orderedColumns } from '../../../ui/columns/column-order.rules.ts'
import {
  IconArrowLeft,
  IconArrowRight,
  IconEyeOff,
  IconLayoutList,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconSortAscending,
  IconSortDescending,
  IconSum,
  IconSwitch3,
  IconTrash,
} from '../../../ui/icons/icons.ts'
import { totalOf } from '../grid/rows/totals.rules.ts'
import { TotalItems } from '../grid/view/total-items.tsx'
import type { Column, Definition, GridState, Row } from '../list/types.ts'
import { FilterItems } from '../toolbar/filters/filter-items.tsx'

interface Props {
  definition: Definition
  column: Column
  /** The active row, whose value in the column can be filtered by. */
  row: Row | undefined
  state: GridState
  onState: (change: Partial<GridState>) => void
  onEdit: () => void
  onRetype: () => void
  onRemove: () => void
}

/** The items of a column's menu: how to view it, and for admins how to change it. */
export function ColumnMenu(props: Props) {
  const { definition, column, row, state, onState, onEdit, onRetype, onRemove } = props
  const isAdmin = useMay('admin')
  const { key } = column
  const keys = orderedColumns(definition.columns, state.order).map((one) => one.key)
  const seen = keys.filter((one) => !state.hidden.includes(one))
  const at = seen.indexOf(key)
  const isFrozen = state.frozen === at + 1
  const move = (by: -1 | 1) => onState({ order: [...moveKey(seen, key, by), ...state.hidden] })
  return (
    <>
      {hasOrder(column) && (
        <>
          <Menu.Item
            leftSection={<IconSortAscending size={16} />}
            onClick={() => onState({ sort: [key] })}
          >
            Sort ascending
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSortDescending size={16} />}
            onClick={() => onState({ sort: [`-${key}`] })}
          >
            Sort descending
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLayoutList size={16} />}
            onClick={() => onState({ group: state.group === key ? null : key })}
          >
            {state.group === key ? 'Stop grouping' : 'Group by this column'}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      {row && (
        <>
          <FilterItems
            definition={definition}
            column={column}
            row={row}
            filter={state.filter}
            onFilter={(filter) => onState({ filter })}
          />
          <Menu.Divider />
        </>
      )}
      <Menu.Item
        leftSection={<IconArrowLeft size={16} />}
        disabled={at <= 0}
        onClick={() => move(-1)}
      >
        Move left
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowRight size={16} />}
        disabled={at < 0 || at === seen.length - 1}
        onClick={() => move(1)}
      >
        Move right
      </Menu.Item>
      <Menu.Item
        leftSection={isFrozen ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
        onClick={() => onState({ frozen: isFrozen ? 0 : at + 1 })}
      >
        {isFrozen ? 'Unfreeze' : 'Freeze up to here'}
      </Menu.Item>
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconSum size={16} />}>Total</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>
          <TotalItems
            column={column}
            chosen={totalOf(column, state)}
            onChoose={(total) => onState({ totals: { ...state.totals, [key]: total } })}
          />
        </Menu.Sub.Dropdown>
      </Menu.Sub>
      <Menu.Item
        leftSection={<IconEyeOff size={16} />}
        onClick={() => onState({ order: keys, hidden: [...state.hidden, key] })}
      >
        Hide
      </Menu.Item>
      {isAdmin && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
            Edit…
          </Menu.Item>
          {!column.readOnly && isChangeable(column.type) && (
            <Menu.Item leftSection={<IconSwitch3 size={16} />} onClick={onRetype}>
              Change type…
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            c="var(--mantine-color-red-light-color)"
            onClick={onRemove}
          >
            Delete
          </Menu.Item>
        </>
      )}
    </>
  )
}
