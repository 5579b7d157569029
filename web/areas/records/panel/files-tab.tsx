import { Stack } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useMay, useSession } from '../../../session.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { viewerOf, whyLocked } from '../grid/cells/access.rules.ts'
import { isSame } from '../grid/rows/live.rules.ts'
import type { ColumnPolicy, Definition, Row } from '../grid/types.ts'
import { messageOf } from './fields-tab.tsx'
import { FilesField } from './files-field.tsx'
import { Conflict } from './use-record.ts'

interface Props {
  definition: Definition
  policies: readonly ColumnPolicy[]
  row: Row
  save: (cells: Record<string, unknown>, version: number | null) => Promise<void>
}

/** The files of a record, by the columns that hold them. */
export function FilesTab({ definition, policies, row, save }: Props) {
  const viewer = viewerOf(useSession())
  const isAdmin = useMay('admin')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const columns = definition.columns.filter(({ type }) => type === 'file')
  const commit = async (key: string, value: unknown, at = row): Promise<boolean> => {
    try {
      await save({ [key]: value }, at.version)
      setErrors(({ [key]: _, ...rest }) => rest)
      return true
    } catch (error) {
      // An upload takes time, so changes to other cells in the meantime don't matter.
      const theirs = error instanceof Conflict ? error.theirs : null
      if (theirs && isSame(theirs.cells[key], at.cells[key])) return commit(key, value, theirs)
      setErrors((before) => ({ ...before, [key]: messageOf(error) }))
      return false
    }
  }
  if (columns.length === 0) {
    return (
      <EmptyState
        icon={IconPaperclip}
        title="No column for files"
        action={
          isAdmin && (
            <AppLink to={paths.recordSettings(definition.key, 'columns')}>Add file column</AppLink>
          )
        }
      >
        A record’s files are kept in file columns. {definition.name} has none.
      </EmptyState>
    )
  }
  return (
    <Stack>
      {columns.map((column) => (
        <FilesField
          key={column.id}
          column={column}
          row={row}
          lock={whyLocked(
            column,
            policies.find(({ columnId }) => columnId === column.id),
            viewer,
          )}
          error={errors[column.key] ?? null}
          onCommit={(value) => commit(column.key, value)}
        />
      ))}
    </Stack>
  )
}
