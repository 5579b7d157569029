import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Definition } from '../board/developer.rules.ts'
import classes from './field-list.module.css'
import {
  type Choice,
  canBeCents,
  fillable,
  found,
  type Mapping,
  type Sample,
  withCents,
  withColumn,
} from './mapping.rules.ts'

/** How many values are shown at first; a search finds the others. */
const SHOWN = 40

interface Props {
  columns: Definition['columns']
  choices: readonly Choice[]
  sample: Sample | undefined
  mapping: Mapping
  error: ReactNode
  onChange: (mapping: Mapping) => void
}

/** The values of a sample, each with the column that it goes to. */
export function FieldList({ columns, choices, sample, mapping, error, onChange }: Props) {
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(SHOWN)
  // In the order that they had when they were first shown: a value does not move while somebody chooses its column.
  const [begun] = useState(mapping)
  const fits = found(choices, begun, search)
  const options = fillable(columns)
  const guesses = new Map(sample?.fields.map(({ path, guess }) => [path, guess]))
  return (
    <Stack gap="xs">
      <TextInput
        aria-label="Find a value"
        placeholder="Find a value"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={classes.list} aria-label="Values">
        {fits.slice(0, most).map((choice) => {
          const { path, label, example } = choice
          const to = mapping[path]
          const column = options.find(({ key }) => key === to?.column)
          return (
            <li key={path} className={classes.field}>
              <div className={classes.value}>
                <Text size="sm" truncate>
                  {label}
                </Text>
                <Text size="sm" c="dimmed" truncate title={example}>
                  {example ?? 'Not in this sample'}
                </Text>
                {label !== path && (
                  <Text size="xs" c="dimmed" className={classes.path}>
                    {path}
                  </Text>
                )}
              </div>
              <Stack gap={4}>
                <NativeSelect
                  aria-label={`Column for ${label}`}
                  data={[
                    { value: '', label: 'No column' },
                    ...options.map(({ key, name }) => ({ value: key, label: name })),
                  ]}
                  value={column?.key ?? ''}
                  onChange={(event) => {
                    const key = event.currentTarget.value
                    const next = options.find((one) => one.key === key)
                    onChange(withColumn(mapping, choice, next, guesses.get(path)))
                  }}
                />
                {canBeCents(column, example) && (
                  <Checkbox
                    size="xs"
                    label="In cents"
                    checked={to?.as === 'minor_units'}
                    onChange={(event) =>
                      onChange(withCents(mapping, path, event.currentTarget.checked))
                    }
                  />
                )}
              </Stack>
            </li>
          )
        })}
      </ul>
      {fits.length === 0 && (
        <Text size="sm" c="dimmed">
          No value contains this.
        </Text>
      )}
      {fits.length > most && (
        <Button variant="subtle" size="compact-sm" onClick={() => setMost(most + SHOWN)}>
          Show {Math.min(SHOWN, fits.length - most)} more of {fits.length - most}
        </Button>
      )}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}
