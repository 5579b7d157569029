import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../../service/session.ts'
import type { Definition } from '../../../ui/columns/definition.ts'
import { IconPlus } from '../../../ui/icons/icons.ts'
import { columnTypes } from '../../../ui/records/column-types.ts'
import { type Column, type Question, questionOf } from './form-draft.rules.ts'

const ColumnDialog = lazy(() =>
  import('../../../ui/columns/column-dialog.tsx').then((m) => ({ default: m.ColumnDialog })),
)

interface Props {
  definition: Definition
  /** The columns that the form could ask for and does not. */
  left: readonly Column[]
  onAdd: (questions: Question[]) => void
}

/** Asks for another column, for all that are left, or for a new one. */
export function AddQuestion({ definition, left, onAdd }: Props) {
  const [adding, setAdding] = useState(false)
  const mayAdd = useMay('admin')
  if (left.length === 0 && !mayAdd) return null
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-md"
            w="fit-content"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Add a question
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {left.map((column) => {
            const { icon: Shown } = columnTypes[column.type]
            return (
              <Menu.Item
                key={column.key}
                leftSection={<Shown size={16} aria-hidden />}
                onClick={() => onAdd([questionOf(column)])}
              >
                {column.name}
              </Menu.Item>
            )
          })}
          {left.length > 1 && (
            <>
              <Menu.Divider />
              <Menu.Item
                onClick={() => onAdd(left.map(questionOf))}
              >{`Add all ${left.length}`}</Menu.Item>
            </>
          )}
          {mayAdd && (
            <>
              {left.length > 0 && <Menu.Divider />}
              <Menu.Item
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                New column…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {adding && (
          <ColumnDialog
            definition={definition}
            column={null}
            onAdded={(key) => onAdd([{ key, label: '', help: '', required: false }])}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </>
  )
}
