import { Button, Text } from '@mantine/core'
import { valueWords } from '../../../service/failures/refused-value.rules.ts'
import { useTitleOf } from '../../../ui/records/use-title-of.ts'
import type { GridModel } from '../grid/model/model.ts'
import { isBlank } from '../grid/rows/new-rows.ts'
import { useSignal } from '../list/signal.ts'
import type { Cells, Column } from '../list/types.ts'
import classes from './cards.module.css'

interface Props {
  model: GridModel
  columns: readonly Column[]
  /** Which of them; all if absent. */
  only?: (cells: Cells) => boolean
}

/** New rows that the service does not have yet, and those that it refused after they had waited. */
export function WaitingRows({ model, columns, only = () => true }: Props) {
  const { news } = model.source
  const rows = useSignal(news.rows).filter((row) => !isBlank(row) && only(row.cells))
  const titleOf = useTitleOf()
  if (rows.length === 0) return null
  return (
    <ul className={classes.waiting} aria-label="New rows that are not saved yet">
      {rows.map(({ id, cells, trouble }) => (
        <li key={id}>
          <Text size="sm" fw={500} truncate>
            {titleOf(cells, columns)}
          </Text>
          {trouble ? (
            <>
              <Text size="xs" c="var(--mantine-color-error)" role="alert">
                {valueWords(trouble.refusal)}
              </Text>
              <Button size="compact-xs" variant="default" onClick={() => news.drop(id)}>
                Discard
              </Button>
            </>
          ) : (
            <Text size="xs" c="dimmed">
              Not sent yet
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}
