import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { SendingWaits } from '../../../ui/failures/upload-waits.tsx'
import { IconAlertTriangle, IconTableImport } from '../../../ui/icons/icons.ts'
import type { Preview } from '../questions/types.ts'
import classes from './preview-table.module.css'
import { PreviewCounts } from './preview-table.tsx'

const SHOWN_COLUMNS = 10

interface Props {
  preview: Preview
  /** The columns of the file that go nowhere. */
  left: string[]
  /** Whether the person adds columns. */
  mayAdd: boolean
  /** Adds a new column for each of these. */
  onAddAll: (() => void) | undefined
  missing: string[]
  busy: boolean
  waiting: boolean
  error: unknown
  onStart: () => void
}

/** Says what an import would lack, and starts it. */
export function Start(props: Props) {
  const { preview, left, mayAdd, onAddAll, missing, busy, waiting, error, onStart } = props
  const { wouldImport, wouldUpdate, wouldFail, sampled } = preview.counts
  const isEmpty = wouldImport === 0
  const rows = sampled
    ? 'the rows'
    : `${wouldImport.toLocaleString()} ${wouldImport === 1 ? 'row' : 'rows'}`
  return (
    <>
      {missing.length > 0 && (
        <Alert color="yellow" title="Required columns are missing">
          Above, choose which column of the file goes to {missing.join(', ')}, or update existing
          rows.
        </Alert>
      )}
      {left.length > 0 && (
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
          <Text size="sm">
            {left.length === 1
              ? '1 column of the file will not be imported: '
              : `${left.length.toLocaleString()} columns of the file will not be imported: `}
            {left.slice(0, SHOWN_COLUMNS).join(', ')}
            {left.length > SHOWN_COLUMNS ? ', …' : '.'}{' '}
            {onAddAll && (
              <Anchor
                component="button"
                type="button"
                inherit
                underline="always"
                onClick={onAddAll}
              >
                {left.length === 1 ? 'Add a new column for it' : 'Add a new column for each'}
              </Anchor>
            )}
            {!mayAdd && 'Admins can add columns.'}
          </Text>
        </Group>
      )}
      {error ? <FailureAlert title="The import could not be started" error={error} /> : null}
      {busy && <SendingWaits />}
      <Group className={classes.footer ?? ''} gap="xs">
        <Button
          leftSection={<IconTableImport size={16} aria-hidden />}
          loading={busy}
          disabled={waiting || missing.length > 0 || isEmpty}
          onClick={onStart}
        >
          Import {rows}
        </Button>
        <PreviewCounts counts={preview.counts} />
        <Text size="sm" c="dimmed" visibleFrom="sm">
          {isEmpty
            ? 'No row would be imported. Correct the file, or change the column mapping.'
            : wouldFail > 0
              ? 'You can download refused rows afterwards, fix them and import them again.'
              : wouldUpdate > 0
                ? 'An undo removes the rows it adds. Updated rows keep their new values.'
                : 'You can undo the whole import.'}
        </Text>
      </Group>
    </>
  )
}
