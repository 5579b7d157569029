import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Refused } from '../../../api.ts'
import { useSession } from '../../../session.ts'
import { valueWords } from '../../../ui/failures/refused-value.rules.ts'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { mayEdit, VIEWERS_READ, viewerOf, whyLocked } from '../grid/cells/access.rules.ts'
import { shownText } from '../grid/cells/cell-shown.rules.ts'
import type { TextContext } from '../grid/cells/cell-text.rules.ts'
import { isSame } from '../grid/rows/live.rules.ts'
import type { Column, ColumnPolicy, Definition, Row } from '../grid/types.ts'
import { useTexts } from '../use-texts.ts'
import { FieldInput } from './field-input.tsx'
import { RecordFacts } from './record-facts.tsx'
import { Conflict } from './use-record.ts'

interface Props {
  definition: Definition
  policies: readonly ColumnPolicy[]
  row: Row
  save: (cells: Record<string, unknown>, version: number | null) => Promise<void>
}

/** The state of a field's last value: what is wrong with it, or the other value that came first. */
type Trouble = { message: string } | { mine: unknown; theirs: Row }

const choices: readonly Column['type'][] = ['checkbox', 'select', 'multi_select', 'person', 'link']

/** All fields of a record, each saved separately. */
export function FieldsTab({ definition, policies, row, save }: Props) {
  const viewer = viewerOf(useSession())
  const context = useTexts(definition.settings)
  const [troubles, setTroubles] = useState<Record<string, Trouble>>({})
  const settle = (key: string, trouble?: Trouble) =>
    setTroubles(({ [key]: _, ...rest }) => (trouble ? { ...rest, [key]: trouble } : rest))
  // A choice is shown at once; typed text is in its field anyway.
  const [chosen, setChosen] = useState<Record<string, unknown>>({})
  const shown = { ...row, cells: { ...row.cells, ...chosen } as Row['cells'] }
  const write = async (column: Column, value: unknown, over = cellOf(row, column.key)) => {
    if (choices.includes(column.type)) setChosen((before) => ({ ...before, [column.key]: value }))
    const taken = await commit(column.key, value, over, row)
    setChosen(({ [column.key]: _, ...rest }) => rest)
    return taken
  }
  /** Saves over the row's last known version; if somebody else changed the cell first, the user decides. */
  const commit = async (key: string, mine: unknown, over: unknown, at: Row): Promise<boolean> => {
    const now = cellOf(at, key)
    if (!isSame(now, over)) {
      settle(key, isSame(now, mine) ? undefined : { mine, theirs: at })
      return true
    }
    try {
      await save({ [key]: mine }, at.version)
      settle(key)
      return true
    } catch (error) {
      if (error instanceof Conflict) return commit(key, mine, over, error.theirs)
      settle(key, { message: messageOf(error) })
      return false
    }
  }
  return (
    <Stack gap="sm">
      {!mayEdit(viewer) && (
        <Text size="sm" c="dimmed">
          {VIEWERS_READ}
        </Text>
      )}
      {definition.columns.map((column) => {
        const trouble = troubles[column.key]
        const policy = policies.find(({ columnId }) => columnId === column.id)
        return (
          <div key={column.id}>
            <FieldInput
              column={column}
              row={shown}
              context={context}
              lock={whyLocked(column, policy, viewer)}
              error={trouble && 'message' in trouble ? trouble.message : null}
              onCommit={(...what) => write(column, ...what)}
            />
            {trouble && 'mine' in trouble && (
              <ConflictNotice
                column={column}
                context={context}
                mine={trouble.mine}
                theirs={{ ...trouble.theirs, ...(row.links && { links: row.links }) }}
                onMine={() => {
                  const { mine, theirs } = trouble
                  commit(column.key, mine, cellOf(theirs, column.key), theirs)
                }}
                onTheirs={() => settle(column.key)}
              />
            )}
          </div>
        )
      })}
      <RecordFacts definition={definition} row={row} />
    </Stack>
  )
}

const cellOf = ({ cells }: Row, key: string) => (cells as Record<string, unknown>)[key]

export const messageOf = (error: unknown): string =>
  error instanceof Refused
    ? valueWords(error.failure.issues[0] ?? error)
    : error instanceof Error
      ? error.message
      : String(error)

interface ConflictProps {
  column: Column
  context: TextContext
  mine: unknown
  theirs: Row
  onMine: () => void
  onTheirs: () => void
}

function ConflictNotice({ column, context, mine, theirs, onMine, onTheirs }: ConflictProps) {
  // Its buttons disappear with it, so the focus goes back to the field.
  useReturnFocus()
  const text = (value: unknown) => shownText(column, value, theirs, context) || 'nothing'
  return (
    <Alert color="yellow" p="xs" mt={4} role="alert">
      <Text size="sm">
        Someone else just changed it to “{text(cellOf(theirs, column.key))}
        ”. Yours is “{text(mine)}”.
      </Text>
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" onClick={onMine}>
          Keep mine
        </Button>
        <Button size="compact-sm" variant="default" onClick={onTheirs}>
          Take theirs
        </Button>
      </Group>
    </Alert>
  )
}
