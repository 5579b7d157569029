import { Alert, Button, Stack, Text } from '@mantine/core'
import { type Body, type Data, useChange } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import type { Definition } from '../board/developer.rules.ts'
import classes from './row-preview.module.css'

interface Props {
  definition: Definition
  hookId: string
  body: Body<'definitions.previewHook'>
}

/** Shows the row that a sample would make, and writes nothing. */
export function RowPreview({ definition, hookId, body }: Props) {
  const trying = useChange('definitions.previewHook', { shown: true })
  const preview = trying.data?.data
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={trying.isPending}
        disabled={body.fields.length === 0}
        onClick={() => trying.mutate({ params: { key: definition.key, hookId }, body })}
      >
        Try it on this sample
      </Button>
      <div aria-live="polite">
        {trying.error && <FailureAlert error={trying.error} />}
        {preview && <Outcome definition={definition} preview={preview} />}
      </div>
    </Stack>
  )
}

interface OutcomeProps {
  definition: Definition
  preview: Data<'definitions.previewHook'>
}

function Outcome({ definition: { columns }, preview }: OutcomeProps) {
  const { outcome, cells, coerced, ignored, refused } = preview
  const nameOf = (key: string | null) => columns.find((one) => one.key === key)?.name ?? key
  if (outcome === 'refused') {
    return (
      <Alert color="red" title="There would be no row">
        {refused.map(({ column, message }) => (
          <Text key={`${column} ${message}`} size="sm">
            {message}
          </Text>
        ))}
      </Alert>
    )
  }
  return (
    <Alert color="green" title="The row that this sample makes">
      <dl className={classes.cells}>
        {Object.entries(cells).map(([key, value]) => {
          const converted = coerced.find(({ column }) => column === key)
          return (
            <div key={key} className={classes.cell}>
              <Text component="dt" size="sm" c="dimmed">
                {nameOf(key)}
              </Text>
              <Text component="dd" size="sm" m={0}>
                {Array.isArray(value) ? value.join(', ') : String(value)}
                {converted && (
                  <Text span size="sm" c="dimmed">
                    {' '}
                    (from {converted.sent})
                  </Text>
                )}
              </Text>
            </div>
          )
        })}
      </dl>
      {Object.keys(cells).length === 0 && <Text size="sm">All its cells are empty.</Text>}
      {ignored.map(({ column, why }) => (
        <Text key={column} size="sm">
          “{nameOf(column)}” stays empty: {why}
        </Text>
      ))}
    </Alert>
  )
}
