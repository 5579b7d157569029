import { Button, CloseButton, Group, Text } from '@mantine/core'
import { inputOf } from '../../../../shared/column-types.ts'
import { unresolvedText } from '../../../../shared/unresolved-names.ts'
import { useAnswer } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { useTitleOf } from '../../../ui/records/use-title-of.ts'
import { labelsIn } from '../cells/cell-text.rules.ts'
import { type Unresolved, unresolvedIn, withNames } from '../cells/unresolved.rules.ts'
import { useAddByName } from '../choosing/use-add-by-name.ts'
import { usePersonChoices } from '../choosing/use-person-choices.ts'
import type { Column, Row } from '../list/types.ts'
import classes from './panel.module.css'

interface Props {
  column: Column
  row: Row
  /** Whether the field is read-only. */
  isLocked: boolean
  onResolve: (value: unknown) => Promise<unknown>
}

/** The names in a field that lead nowhere yet, each with what it may mean. */
export function UnresolvedNames(props: Props) {
  const { column, row, isLocked, onResolve } = props
  const names = unresolvedIn(column, row)
  if (names.length === 0) return null
  const value = row.cells[column.key]
  const others = (name: Unresolved) => names.filter((one) => one !== name)
  return (
    <ul className={classes.unresolved} aria-label={`${column.name}: not resolved`}>
      {names.map((name) => (
        <li key={JSON.stringify(name)}>
          <Text size="sm" span className={classes.name}>
            {unresolvedText(name)}
          </Text>
          {!isLocked && (
            <Group gap={4}>
              {inputOf(column.type) === 'person' ? (
                <People name={name} onChoose={onResolve} />
              ) : (
                <Rows
                  column={column}
                  name={name}
                  onChoose={(chosen) => {
                    const ids = column.settings.multiple ? labelsIn(value) : []
                    const kept = withNames(column, [...ids, chosen], others(name))
                    return onResolve(kept)
                  }}
                />
              )}
              <CloseButton
                size="sm"
                aria-label={`Remove ${unresolvedText(name)}`}
                onClick={() =>
                  onResolve(
                    inputOf(column.type) === 'person'
                      ? null
                      : withNames(column, labelsIn(value), others(name)),
                  )
                }
              />
            </Group>
          )}
        </li>
      ))}
    </ul>
  )
}

/** How many candidates a name has at most. */
const MOST = 2

interface RowsProps {
  column: Column
  name: Unresolved
  onChoose: (id: unknown) => void
}

function Rows({ column, name, onChoose }: RowsProps) {
  const key = column.settings.definitionKey ?? ''
  const text = unresolvedText(name)
  const params = { key }
  const query = { search: text, limit: MOST }
  const { data: linked } = useAnswer('definitions.get', { params })
  const { data: found } = useAnswer('definitions.listRows', { params, query })
  const titleOf = useTitleOf()
  const mayAdd = useMay('member')
  const add = useAddByName(key, typeof name !== 'object')
  if (!linked || !found) return null
  // The service makes a row by a value of a unique column, and this by the text alone.
  const make =
    typeof name === 'object'
      ? mayAdd && (async () => ({ ...name, create: true }))
      : add && (() => add(text))
  return (
    <>
      {found.data.map(({ id, cells }) => (
        <Button key={id} size="compact-xs" variant="default" onClick={() => onChoose(id)}>
          Link {titleOf(cells, linked.data.columns)}
        </Button>
      ))}
      {make && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => make().then(onChoose, () => undefined)}
        >
          Add to {linked.data.name}
        </Button>
      )}
    </>
  )
}

function People({ name, onChoose }: { name: Unresolved; onChoose: (id: number) => void }) {
  const word = unresolvedText(name).toLowerCase()
  const first = word.split(/[\s@.]/)[0]!
  const people = usePersonChoices().filter(({ label }) => label.toLowerCase().includes(first))
  return people.slice(0, first === '' ? 0 : MOST).map(({ value, label }) => (
    <Button key={value} size="compact-xs" variant="default" onClick={() => onChoose(Number(value))}>
      Choose {label}
    </Button>
  ))
}
