import { Alert, Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { type Data, useAnswer } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconArrowBackUp } from '../../../ui/icons/icons.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { RecordLink } from '../../../ui/records/record-link.tsx'
import { useTurn } from '../questions/import-questions.ts'
import type { Run } from '../questions/types.ts'

type Forecast = Data<'definitions.previewUndo'>

interface Props {
  definitionKey: string
  run: Run
}

/** The undo, after showing which rows it would remove and which it would keep. */
export function UndoImport({ definitionKey, run }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <Section
      title="Undo"
      description={
        run.standing > run.imported
          ? 'Every row that this import added goes to the trash, in one go, including rows that its links added to other pages. A redo restores them.'
          : 'Every row that this import added goes to the trash, in one go. A redo restores them.'
      }
    >
      <Group>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Undo this import…
        </Button>
      </Group>
      <Modal opened={asking} onClose={() => setAsking(false)} title="Undo this import?" size="lg">
        <UndoDialog definitionKey={definitionKey} run={run} onClose={() => setAsking(false)} />
      </Modal>
    </Section>
  )
}

function UndoDialog({ definitionKey: key, run, onClose }: Props & { onClose: () => void }) {
  const params = { key, runId: run.id }
  const { data, error } = useAnswer('definitions.previewUndo', { params })
  const undo = useTurn('definitions.undoImport', onClose)
  const forecast = data?.data
  const isNothing = forecast?.wouldRemove === 0
  return (
    <Stack>
      {error && <FailureAlert error={error} />}
      {!forecast && !error && <Skeleton height={90} />}
      {forecast && <WhatWould forecast={forecast} />}
      {undo.error ? <FailureAlert error={undo.error} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {isNothing ? 'Close' : 'Cancel'}
        </Button>
        {!isNothing && (
          <Button
            color="red"
            loading={undo.isPending}
            disabled={!forecast}
            onClick={() => undo.mutate(params)}
          >
            {forecast ? `Remove ${rowsText(forecast.wouldRemove)}` : 'Undo'}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const reasons: Record<Forecast['keeps'][number]['why'], string> = {
  updated: 'Existed before, only updated',
  manual: 'Entered by hand',
  other_run: 'From another import',
  not_yours: 'Created by someone else',
  posted_money: 'Money was posted to their deals',
}

/** How many of the rows are listed, with a link to each. */
const NAMED = 5

function WhatWould({ forecast }: { forecast: Forecast }) {
  const { wouldRemove, wouldKeep, editedSince, removes, keeps } = forecast
  const edited = removes.filter((row) => row.editedSince)
  const whys = [...new Set(keeps.map(({ why }) => why))]
  return (
    <Stack gap="sm">
      <Text size="sm">
        {wouldRemove === 0 ? (
          'Nothing to undo. None of the rows it added are still here.'
        ) : (
          <>
            <b>{rowsText(wouldRemove)}</b> will move to the trash.
          </>
        )}
      </Text>
      {editedSince > 0 && (
        <Alert color="yellow" title={`Changed since: ${rowsText(editedSince)}`}>
          <Text size="sm">Changes made after the import go to the trash with the rows.</Text>
          <RowLinks ids={edited.map(({ id }) => id)} />
        </Alert>
      )}
      {wouldKeep > 0 && (
        <div>
          <Text size="sm">
            <b>{rowsText(wouldKeep)}</b> would stay:
          </Text>
          <List size="sm">
            {whys.map((why) => {
              const ids = keeps.filter((row) => row.why === why).map(({ id }) => id)
              return (
                <List.Item key={why}>
                  {reasons[why]}: {keeps.length < wouldKeep ? 'some' : rowsText(ids.length)}
                  <RowLinks ids={ids} />
                </List.Item>
              )
            })}
          </List>
        </div>
      )}
    </Stack>
  )
}

function RowLinks({ ids }: { ids: string[] }) {
  return (
    // Links are underlined, so they need no colour of their own, which a tint would dim.
    <Group gap="sm" mt={4} style={{ '--mantine-color-anchor': 'currentColor' } as CSSProperties}>
      {ids.slice(0, NAMED).map((id) => (
        <Text key={id} size="sm">
          <RecordLink rowId={id} />
        </Text>
      ))}
      {ids.length > NAMED && <Text size="sm">and {ids.length - NAMED} more</Text>}
    </Group>
  )
}

const rowsText = (count: number): string =>
  count === 1 ? '1 row' : `${count.toLocaleString()} rows`
