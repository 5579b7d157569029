import { Alert, Badge, Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import { soonPart } from '../../../service/parts.ts'
import { useMay } from '../../../service/session.ts'
import {
  IconArrowsSort,
  IconColumns3,
  IconEye,
  IconFilter,
  IconLayoutList,
} from '../../../ui/icons/icons.ts'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { DefinitionMark } from '../../../ui/records/definition-mark.tsx'
import type { Definition, RowCount } from '../list/types.ts'
import { WHY_UNCOUNTED } from '../list/uncounted-words.ts'
import { testsIn } from './filters/filter-tests.rules.ts'
import { MoreButton } from './more/more-button.tsx'
import type { GridView } from './state/use-grid-state.ts'
import { columnOf, columnsFor } from './state/view-kinds.rules.ts'
import { SearchField } from './tools/search-field.tsx'
import { ToolButton, ToolPanel } from './tools/tool-button.tsx'
import classes from './tools/toolbar.module.css'
import { KindSwitch } from './views/kind-switch.tsx'
import { ViewsButton, ViewsMenu } from './views/views-button.tsx'

// Panels are loaded after the grid.
const FilterPanel = soonPart(() => import('./filters/filter-panel.tsx').then((m) => m.FilterPanel))
const EditedView = soonPart(() => import('./views/edited-view.tsx').then((m) => m.EditedView))
const SortPanel = soonPart(() => import('./arranging/sort-panel.tsx').then((m) => m.SortPanel))
const GroupPanel = soonPart(() => import('./arranging/group-panel.tsx').then((m) => m.GroupPanel))
const FieldsPanel = soonPart(() =>
  import('./arranging/fields-panel.tsx').then((m) => m.FieldsPanel),
)
/** What the first click on the bar needs. */
export const toolbarParts = [
  ToolPanel.load,
  ViewsMenu.load,
  FilterPanel.load,
  SortPanel.load,
  GroupPanel.load,
  FieldsPanel.load,
  EditedView.load,
]

interface Props {
  definition: Definition
  /** From `useGridState`. */
  grid: GridView
  /** How many rows match the filter and search, once known. */
  total: RowCount
}

/** The bar above the grid: which rows, in which order, with which columns, and more. */
export function RecordsToolbar({ definition, grid, total }: Props) {
  const { state, onState, view } = grid
  const { columns, name } = definition
  const mayWrite = useMay('member')
  usePageTitle(name, view?.name)
  const tests = testsIn(state.filter)
  const isNarrowed = tests > 0 || state.search !== ''
  return (
    <div className={classes.room}>
      <div className={classes.bar} data-edited={grid.changed || undefined}>
        <div className={classes.title}>
          <span className={classes.mark}>
            <DefinitionMark of={definition} size={24} />
          </span>
          <Title order={1} size="h2">
            {name}
          </Title>
          {!mayWrite && (
            <Badge
              variant="light"
              color="gray"
              flex="none"
              title="View only"
              className={classes.viewOnly ?? ''}
              leftSection={<IconEye size={14} aria-hidden />}
            >
              <span className={classes.viewOnlyLabel}>View only</span>
            </Badge>
          )}
          <ViewsButton definition={definition} grid={grid} />
          <Suspense>{grid.changed && <EditedView definition={definition} grid={grid} />}</Suspense>
          <Text
            size="xs"
            c="dimmed"
            role="status"
            className={classes.count ?? ''}
            {...(total === 'uncounted' ? { title: WHY_UNCOUNTED } : {})}
          >
            {total === 'uncounted' && 'Not counted'}
            {typeof total === 'number' &&
              `${total.toLocaleString()} ${isNarrowed ? 'found' : total === 1 ? 'row' : 'rows'}`}
          </Text>
        </div>
        <KindSwitch columns={columns} state={state} onState={onState} />
        <SearchField value={state.search} onChange={(search) => onState({ search })} />
        <div className={classes.tools}>
          <ToolButton label="Filter" icon={IconFilter} count={tests} width={620}>
            {(close) => (
              <FilterPanel
                definition={definition}
                filter={state.filter}
                onFilter={(filter) => onState({ filter })}
                onClose={close}
              />
            )}
          </ToolButton>
          <ToolButton label="Sort" icon={IconArrowsSort} count={state.sort.length} width={380}>
            {() => (
              <SortPanel columns={columns} sort={state.sort} onSort={(sort) => onState({ sort })} />
            )}
          </ToolButton>
          <ToolButton
            label={state.kind === 'calendar' ? 'Date' : 'Group'}
            icon={IconLayoutList}
            count={state.kind === 'grid' && state.group ? 1 : 0}
            width={260}
          >
            {() => (
              <GroupPanel
                columns={columnsFor(state.kind, columns)}
                isOptional={state.kind === 'grid'}
                group={
                  state.kind === 'grid' ? state.group : (columnOf(state, columns)?.key ?? null)
                }
                onGroup={(group) => onState({ group })}
              />
            )}
          </ToolButton>
          <ToolButton
            label={state.kind === 'kanban' ? 'Fields' : 'Columns'}
            icon={IconColumns3}
            count={state.hidden.length}
            says="hidden"
            width={300}
          >
            {() => <FieldsPanel columns={columns} state={state} onState={onState} />}
          </ToolButton>
          <MoreButton definition={definition} state={state} />
        </div>
      </div>
      {(view?.partial || grid.partial) && (
        <Alert color="yellow" radius={0} py="xs">
          Parts of this {grid.partial ? 'link' : 'view'} are ignored because they use columns that
          were deleted or that you can’t see. You may see more rows than intended.
        </Alert>
      )}
    </div>
  )
}
