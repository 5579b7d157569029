import { Button, Skeleton, Stack } from '@mantine/core'
import { paths } from '../../../../paths.ts'
import { IconTable, IconZoomExclamation } from '../../../../ui/icons/icons.ts'
import { EmptyState } from '../../../../ui/layout/empty-state.tsx'
import { AppLink } from '../../../../ui/links/app-link.tsx'
import classes from '../../list/grid.module.css'
import { useSignal } from '../../list/signal.ts'
import { addsRows } from '../clipboard/use-clipboard.ts'
import type { GridModel } from '../model/model.ts'

interface Props {
  model: GridModel
  definitionKey: string
  /** The search and the filter, which may leave no rows. */
  search: string
  filtered: boolean
  /** Whether there are no columns yet. */
  noColumns: boolean
  onAdd?: () => void
  onAddColumn?: () => void
  onShowAll: () => void
}

/** Shown in place of rows: says that they are loading, or that there are none and what to do. */
export function NoRows(props: Props) {
  const { model, definitionKey, search, filtered, noColumns, onAdd, onAddColumn, onShowAll } = props
  const { is } = useSignal(model.source.state)
  useSignal(model.source.changed)
  const news = useSignal(model.source.news.rows)
  if (model.source.total > 0 || news.length > 0 || is === 'failed') return null
  return (
    <div className={classes.empty}>
      {is !== 'loading' && !noColumns && (
        <div className={classes.ghosts} aria-hidden>
          <div />
          <div />
          <div />
        </div>
      )}
      {is === 'loading' ? (
        <Stack gap="sm" w="80%" aria-busy>
          <Skeleton height={12} />
          <Skeleton height={12} width="85%" />
          <Skeleton height={12} width="60%" />
        </Stack>
      ) : noColumns ? (
        <EmptyState
          icon={IconTable}
          title="No columns yet"
          action={onAddColumn && <Button onClick={onAddColumn}>Add column</Button>}
        >
          Columns define what a row holds: a name, an amount, a date. Admins can add them.
        </EmptyState>
      ) : filtered || search ? (
        <EmptyState
          icon={IconZoomExclamation}
          title="No matching rows"
          action={<Button onClick={onShowAll}>Show all rows</Button>}
        >
          {search ? `No row contains “${search}”` : 'No row matches the filter'}
          {search && filtered && ' and matches the filter'}.
        </EmptyState>
      ) : (
        <EmptyState
          icon={IconTable}
          title="No rows yet"
          action={
            onAdd && (
              <Button onClick={onAdd} {...addsRows}>
                Add a row
              </Button>
            )
          }
        >
          {onAdd ? (
            <>
              Add one here, paste from a spreadsheet,{' '}
              <AppLink to={paths.newImport(definitionKey)} inherit underline="always">
                import a file
              </AppLink>
              , or{' '}
              <AppLink to={paths.recordSettings(definitionKey, 'forms')} inherit underline="always">
                collect them with a form
              </AppLink>
              .
            </>
          ) : (
            'Members of the desk can add some.'
          )}
        </EmptyState>
      )}
    </div>
  )
}
