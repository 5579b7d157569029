import { Button, Text } from '@mantine/core'
import { Fragment, type ReactNode, Suspense } from 'react'
import { amountText } from '../../../../../shared/amounts.ts'
import { inputOf, isMoney } from '../../../../../shared/column-types.ts'
import { laterOrNothing } from '../../../../service/parts.ts'
import { FailureAlert } from '../../../../ui/failures/failure-alert.tsx'
import { IconPlus } from '../../../../ui/icons/icons.ts'
import classes from '../../list/grid.module.css'
import { useSignal } from '../../list/signal.ts'
import { beginRow, missingIn, tryAgain } from '../actions/edit-actions.ts'
import { addsRows } from '../clipboard/use-clipboard.ts'
import { type Desk, focus, type GridHandle } from '../model/handle.ts'
import type { NewRow } from '../rows/new-rows.ts'
import { refusedWords } from '../rows/refused.ts'
import { rangeOf, sizeOf } from '../selection/selection.rules.ts'
import { QuestionsBar, QuestionsRegion } from './questions-part.tsx'

const PasteReportBar = laterOrNothing(() =>
  import('./paste-report.tsx').then((m) => m.PasteReportBar),
)

/** Above this many cells, a selection has no sums, which would be calculated with every move. */
const MOST_CELLS = 20_000

interface Props {
  desk: Desk
  /** What can be done with the ticked rows. */
  renderPicked: (desk: Desk, count: number) => ReactNode
}

/** Below the rows: a button to add one, the ticked rows, the selection's sums, and progress. */
export function StatusBar({ desk, renderPicked }: Props) {
  const grid: GridHandle = desk
  const { model, layout, mayEdit } = grid
  const progress = useSignal(model.edits.progress)
  const message = useSignal(model.edits.message)
  const state = useSignal(model.source.state)
  const picked = useSignal(model.picked)
  const news = useSignal(model.source.news.rows)
  const report = useSignal(model.report)
  const unsaved = news.flatMap((row) => {
    const why = whyUnsaved(grid, row)
    return why ? [{ ...row, why }] : []
  })
  const again = () => {
    focus(grid)
    tryAgain(grid)
  }
  const discard = (id: string) => {
    focus(grid)
    model.source.news.drop(id)
  }
  return (
    <>
      {state.is === 'failed' && (
        <FailureAlert
          error={state.error}
          title="The rows could not be loaded"
          onRetry={state.retry}
        />
      )}
      <QuestionsRegion model={model} definition={grid.definition} isGrid />
      <div className={classes.status}>
        {mayEdit && layout.columns.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => beginRow(grid)}
            {...addsRows}
          >
            Add a row
          </Button>
        )}
        {unsaved.slice(0, 1).map(({ id, why, trouble }) => (
          <Fragment key={id}>
            <Text size="sm">
              {unsaved.length > 1 ? `${unsaved.length} rows are not saved yet` : 'Not saved yet'}:{' '}
              {why}
            </Text>
            {trouble && Object.keys(trouble.cells).length === 0 && (
              <Button size="compact-sm" variant="default" onClick={again}>
                Try again
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => discard(id)}>
              Discard row
            </Button>
          </Fragment>
        ))}
        {picked.size > 0 && (
          <Suspense fallback={<Text size="sm">{picked.size.toLocaleString()} selected</Text>}>
            {renderPicked(desk, picked.size)}
          </Suspense>
        )}
        <span role="status" className={classes.words}>
          {message}
        </span>
        <QuestionsBar grid={grid} />
        <Suspense>{report && <PasteReportBar grid={grid} report={report} />}</Suspense>
        {progress && (
          <>
            <Text size="sm">
              {progress.label}: {progress.done.toLocaleString()} of {progress.of.toLocaleString()}
            </Text>
            <progress value={progress.done} max={progress.of} aria-label={progress.label} />
          </>
        )}
        <Selected grid={grid} />
      </div>
    </>
  )
}

/** Why a new row stays unsaved; `null` while it is blank or being saved. */
function whyUnsaved(grid: GridHandle, { cells, trouble }: NewRow): string | null {
  if (trouble) return refusedWords(grid.definition, trouble.refusal)
  const missing = Object.keys(cells).length > 0 ? missingIn(grid, cells) : []
  return missing.length > 0 ? `fill in ${missing.join(', ')}.` : null
}

/** The count, sum and average of the selection, as far as its rows are known. */
function Selected({ grid: { model, layout } }: { grid: GridHandle }) {
  const selection = useSignal(model.selection)
  useSignal(model.source.changed)
  const range = rangeOf(selection)
  if (range.top < 0 || sizeOf(range) < 2) return null
  const cells = `${sizeOf(range).toLocaleString()} cells`
  if (sizeOf(range) > MOST_CELLS) return <Text size="sm">{cells}</Text>
  let count = 0
  let sum = 0
  const units = new Set<string | undefined>()
  for (const { key, column } of layout.columns.slice(range.left, range.right + 1)) {
    if (inputOf(column.type) === 'person') continue
    for (let at = range.top; at <= range.bottom; at++) {
      const value = model.source.rowAt(at)?.cells[key]
      if (typeof value !== 'number') continue
      count++
      sum += value
      units.add(isMoney(column.type) ? column.settings.currency : undefined)
    }
  }
  // An amount and a rate, or two currencies, add up to nothing.
  const [currency] = units
  const text = (value: number) => {
    const exact = Number(value.toPrecision(14))
    return currency
      ? amountText(exact, currency)
      : exact.toLocaleString(undefined, { maximumFractionDigits: 2 })
  }
  return (
    <Text size="sm">
      {cells}
      {units.size === 1 && ` · sum ${text(sum)} · average ${text(sum / count)}`}
    </Text>
  )
}
