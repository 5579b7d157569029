import { ActionIcon, Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { takesNoValue } from '../../../../../shared/filter-operators.ts'
import { IconTrash } from '../../../../ui/icons/icons.ts'
import { nested } from '../../../../ui/layout/nested-popup.ts'
import { keepFocus } from '../tools/keep-focus.ts'
import classes from './filter.module.css'
import { type DraftTest, type FilterTarget, operatorWords } from './filter.rules.ts'
import { FilterValue } from './filter-value.tsx'

interface Props {
  test: DraftTest
  targets: readonly FilterTarget[]
  onChange: (test: DraftTest | null) => void
}

/** One test: a column, a comparison and a value. */
export function FilterTest({ test, targets, onChange }: Props) {
  // Each choice leads on to the next, down to the value.
  const values = useRef<HTMLDivElement>(null)
  const [choices, setChoices] = useState(0)
  useEffect(() => {
    if (choices > 0) values.current?.querySelector('input')?.focus()
  }, [choices])
  const target = targets.find(({ key }) => key === test.column)
  const words = target ? operatorWords[target.kind] : {}
  const ops = test.op in words || test.op === '' ? words : { ...words, [test.op]: test.op }
  const choose = (key: string | null) => {
    const next = targets.find((one) => one.key === key)
    if (!next) return
    const fits = next.kind === target?.kind && next.kind !== 'choice'
    const op = fits ? test.op : Object.keys(operatorWords[next.kind])[0]!
    onChange({ ...test, column: next.key, op, value: fits ? test.value : undefined })
    setChoices((before) => before + 1)
  }
  const compare = (op: string | null) => {
    if (!op) return
    // Only `in` takes a list, and only `within` takes a period.
    const keeps = Array.isArray(test.value) === (op === 'in') && op !== 'within'
    onChange({ ...test, op, value: keeps && test.op !== 'within' ? test.value : undefined })
    setChoices((before) => before + 1)
  }
  const named = targets.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <div className={classes.test}>
      <Select
        size="xs"
        aria-label="Column"
        placeholder="Choose a column"
        data={
          target || test.column === ''
            ? named
            : [{ value: test.column, label: `${test.column} (deleted)` }, ...named]
        }
        value={test.column || null}
        allowDeselect={false}
        searchable
        autoFocus={test.column === ''}
        data-autofocus={test.column === '' || undefined}
        {...nested}
        onChange={choose}
      />
      <Select
        size="xs"
        aria-label="Comparison"
        data={Object.entries(ops).map(([value, label]) => ({ value, label }))}
        value={test.op || null}
        disabled={test.column === ''}
        allowDeselect={false}
        {...nested}
        onChange={compare}
      />
      <div ref={values} className={classes.value}>
        {target && !takesNoValue(test.op) && (
          <FilterValue
            target={target}
            op={test.op}
            value={test.value}
            onChange={(value) => onChange({ ...test, value })}
          />
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove the condition on ${(target?.name ?? test.column) || 'no column'}`}
        onClick={(event) => {
          keepFocus(event)
          onChange(null)
        }}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  )
}
