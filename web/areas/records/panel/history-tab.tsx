import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useChange, usePages } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { useSession } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { viewerOf, whyLocked } from '../grid/cells/access.rules.ts'
import type { ColumnPolicy, Definition } from '../grid/types.ts'
import { CellChanges } from './cell-changes.tsx'
import classes from './panel.module.css'
import { useActorName } from './use-actor-name.ts'

interface Props {
  definition: Definition
  policies: readonly ColumnPolicy[]
  rowId: string
  onReverted: () => void
}

const words: Record<string, string> = {
  created: 'added',
  updated: 'changed',
  imported: 'imported',
  reverted: 'reverted',
  deleted: 'moved to the trash',
  restored: 'restored',
}

/** The changes to a record's cells; each can be reverted. */
export function HistoryTab({ definition, policies, rowId, onReverted }: Props) {
  const viewer = viewerOf(useSession())
  const { key } = definition
  const actorName = useActorName(key)
  const history = usePages('definitions.listHistory', {
    params: { key, rowId },
    query: { limit: 30 },
  })
  const revert = useChange('definitions.revertCell', {
    onDone: () => {
      toastDone('Cell reverted.')
      onReverted()
    },
  })
  const isBusy = (entryId: string, column: string) =>
    revert.isPending &&
    revert.variables.params.entryId === entryId &&
    revert.variables.body.column === column
  if (history.isLoading) return <Skeleton height={120} role="status" aria-label="Loading" />
  return (
    <Stack gap="sm">
      {history.error && <FailureAlert error={history.error} onRetry={() => history.refetch()} />}
      <ol className={classes.entries}>
        {history.items.map(({ id: entryId, at, actor, action, runId, cells }) => (
          <li key={entryId} className={classes.entry} style={{ gridTemplateColumns: '1fr' }}>
            <div>
              <Group gap={6}>
                <Badge variant="default">{words[action]}</Badge>
                <Text size="xs" c="dimmed">
                  <Time at={at} as="moment" /> by {actorName(actor)}
                </Text>
                {runId && (
                  <AppLink to={paths.importRun(key, runId)} size="xs">
                    Import run
                  </AppLink>
                )}
              </Group>
              <CellChanges
                definition={definition}
                cells={cells}
                action={(column) => {
                  const policy = policies.find(({ columnId }) => columnId === column.id)
                  if (action === 'created' || whyLocked(column, policy, viewer) !== null)
                    return null
                  return (
                    <Button
                      variant="light"
                      size="compact-xs"
                      // A disabled button loses the focus.
                      aria-busy={isBusy(entryId, column.key)}
                      aria-label={`Revert ${column.name} to its value before this change`}
                      onClick={() =>
                        !revert.isPending &&
                        revert.mutate({
                          params: { key, rowId, entryId },
                          body: { column: column.key },
                        })
                      }
                    >
                      Revert
                    </Button>
                  )
                }}
              />
            </div>
          </li>
        ))}
      </ol>
      <More of={history}>Show earlier</More>
    </Stack>
  )
}
