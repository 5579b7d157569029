import { Alert, Button, Group, LoadingOverlay, Progress, Stack, Text } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Data, keyOf } from '../../api.ts'
import { paths } from '../../paths.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useGo } from '../../ui/links/use-go.ts'
import { sizeText } from '../../ui/values/size-text.rules.ts'
import { FileDrop } from './file-drop.tsx'
import { FileFacts } from './file-facts.tsx'
import { type ImportQuestion, startImport, usePreview } from './import-questions.ts'
import { missingOf, type Places, placesOf } from './mapping.rules.ts'
import { MappingTable } from './mapping-table.tsx'
import { MatchOn } from './match-on.tsx'
import { PreviewCounts, PreviewTable } from './preview-table.tsx'

type Definition = Data<'definitions.get'>

/** The steps of an import, one below the other: the file, where its columns go, a preview, and the start. */
export function ImportWizard({ definition }: { definition: Definition }) {
  const [file, setFile] = useState<File>()
  const [sheet, setSheet] = useState<string>()
  const [mapping, setMapping] = useState<Places>()
  const [matchOn, setMatchOn] = useState<string>()
  const question: ImportQuestion | undefined = file && {
    definitionKey: definition.key,
    file,
    sheet,
    mapping,
    matchOn,
  }
  const { data, error, isFetching, refetch } = usePreview(question)
  const go = useGo()
  const queries = useQueryClient()
  const start = useMutation({
    meta: { shown: true },
    mutationFn: startImport,
    onSuccess: (run) => {
      queries.invalidateQueries({ queryKey: keyOf('definitions.listImports') })
      go(paths.importRun(definition.key, run.id))
    },
  })
  const take = (next: File | undefined) => {
    setFile(next)
    setSheet(undefined)
    setMapping(undefined)
    setMatchOn(undefined)
    start.reset()
  }
  const preview = data?.data
  const places = preview ? placesOf(preview, mapping) : []
  const place = (next: Places) => {
    setMapping(next)
    if (matchOn && !next.includes(matchOn)) setMatchOn(undefined)
  }

  if (!file) return <FileDrop onFile={take} />
  return (
    <Stack>
      <FileFacts
        file={file}
        preview={preview}
        onAnother={() => take(undefined)}
        onSheet={(next) => {
          setSheet(next)
          setMapping(undefined)
          setMatchOn(undefined)
        }}
      />
      {error && (
        <FailureAlert title="This file can’t be imported yet" error={error} onRetry={refetch} />
      )}
      {!preview && isFetching && <Reading file={file} />}
      {preview && (
        <>
          <Section
            title="Map columns"
            description="Matched by name, or by content where that is clear. Ignored columns are not imported."
          >
            <MappingTable
              definition={definition}
              preview={preview}
              places={places}
              onPlaces={place}
            />
            <MatchOn
              definition={definition}
              places={places}
              value={matchOn}
              onChange={setMatchOn}
            />
          </Section>
          <Section
            title="Preview"
            description={`The first ${preview.rows.length} of ${preview.counts.rows.toLocaleString()}. Refused rows are left out; the others are imported.`}
          >
            <Stack pos="relative" aria-busy={isFetching}>
              <LoadingOverlay visible={isFetching} />
              <PreviewCounts counts={preview.counts} />
              <PreviewTable definition={definition} preview={preview} places={places} />
            </Stack>
          </Section>
          <Start
            preview={preview}
            missing={missingOf(definition.columns, places, matchOn).map(({ name }) => name)}
            busy={start.isPending}
            waiting={isFetching}
            error={start.error}
            onStart={() => question && start.mutate({ ...question, mapping: places })}
          />
        </>
      )}
    </Stack>
  )
}

const Reading = ({ file }: { file: File }) => (
  <Stack gap="xs" role="status">
    <Text size="sm">
      Uploading and reading {file.name} ({sizeText(file.size)})…
    </Text>
    <Progress.Root>
      <Progress.Section value={100} animated withAria={false} />
    </Progress.Root>
  </Stack>
)

interface StartProps {
  preview: {
    counts: { wouldImport: number; wouldUpdate: number; wouldFail: number; sampled: boolean }
  }
  missing: string[]
  busy: boolean
  waiting: boolean
  error: unknown
  onStart: () => void
}

function Start({ preview, missing, busy, waiting, error, onStart }: StartProps) {
  const { wouldImport, wouldUpdate, wouldFail, sampled } = preview.counts
  const rows = sampled
    ? 'the rows'
    : `${wouldImport.toLocaleString()} ${wouldImport === 1 ? 'row' : 'rows'}`
  return (
    <Stack gap="sm">
      {missing.length > 0 && (
        <Alert color="yellow" title="Required columns are missing">
          Above, choose which column of the file goes to {missing.join(', ')}, or update existing
          rows.
        </Alert>
      )}
      {error ? <FailureAlert title="The import could not be started" error={error} /> : null}
      <Group>
        <Button
          leftSection={<IconTableImport size={16} aria-hidden />}
          loading={busy}
          disabled={waiting || missing.length > 0 || wouldImport === 0}
          onClick={onStart}
        >
          Import {rows}
        </Button>
        <Text size="sm" c="dimmed">
          {wouldImport === 0
            ? 'No row would be imported. Correct the file, or change the column mapping.'
            : wouldFail > 0
              ? 'You can download refused rows afterwards, fix them and import them again.'
              : wouldUpdate > 0
                ? 'An undo removes the rows it adds. Updated rows keep their new values.'
                : 'You can undo the whole import.'}
        </Text>
      </Group>
    </Stack>
  )
}
