import { Alert, Anchor, Button, Group, LoadingOverlay, Progress, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import { accepted, api, type Data, keyOf, Refused } from '../../service/api.ts'
import { useOnce } from '../../service/once-reached.ts'
import { useMay } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { SendingWaits } from '../../ui/failures/upload-waits.tsx'
import { IconAlertTriangle, IconTableImport } from '../../ui/icons/icons.ts'
import { Section } from '../../ui/layout/section.tsx'
import { useGo } from '../../ui/links/use-go.ts'
import { sizeText } from '../../ui/values/size-text.rules.ts'
import { dayText } from '../../ui/values/time.tsx'
import { FileDrop } from './file/file-drop.tsx'
import { FileFacts, SheetChoice } from './file/file-facts.tsx'
import { LinkChoices } from './mapping/link-choices.tsx'
import { MappingTable } from './mapping/mapping-table.tsx'
import { MatchOn } from './mapping/match-on.tsx'
import { NotationChoices } from './mapping/notation-choices.tsx'
import classes from './preview/preview-table.module.css'
import { PreviewCounts, PreviewRows } from './preview/preview-table.tsx'
import { ProblemList } from './preview/problem-list.tsx'
import { type Choices, proposedBy } from './questions/choices.rules.ts'
import {
  type ImportQuestion,
  type Reading,
  startImport,
  usePreview,
} from './questions/import-questions.ts'
import {
  columnForEach,
  columnToAdd,
  leftOut,
  missingOf,
  type Places,
  type PlannedColumns,
  placesOf,
  plannedLinks,
  withNewColumns,
  withoutLinks,
  withoutPlanned,
} from './questions/mapping.rules.ts'
import { treatmentFor, untreated } from './questions/problems.rules.ts'
import type { Preview } from './questions/types.ts'

type Definition = Data<'definitions.get'>

/** Of the preview, on a phone: it shows a row's cells one below the other. */
const PHONE_ROWS = 4

/** The steps of an import, one below the other: the file, where its columns go, a preview, and the start. */
export function ImportWizard({ definition }: { definition: Definition }) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [file, setFile] = useState<File>()
  const [reading, setReading] = useState<Reading>({})
  const [startOver, setStartOver] = useState(false)
  /** What somebody chose; until then, what the service proposes. */
  const [chosen, setChosen] = useState<Choices>()
  const [planned, setPlanned] = useState<PlannedColumns>({})
  const question: ImportQuestion | undefined = file && {
    definitionKey: definition.key,
    file,
    reading,
    startOver,
    mapping: chosen?.mapping?.map((place, at) => (planned[at] ? columnToAdd(planned[at]) : place)),
    matchOn: chosen?.matchOn,
    treatment: chosen?.treatment ?? untreated,
  }
  const go = useGo()
  const queries = useQueryClient()
  const once = useOnce()
  const start = useMutation({
    meta: { shown: true },
    mutationFn: async (asked: ImportQuestion) => {
      const mapping = [...places]
      for (const [place, column] of Object.entries(planned)) {
        const params = { key: definition.key }
        const { data } = await accepted(
          once((how) => api.definitions.createColumn(params, columnToAdd(column), how)),
        )
        mapping[Number(place)] = data.key
        // If the import does not start, the column is there and is not added again.
        setPlanned((before) => withoutPlanned(before, Number(place)))
        setChosen({ ...choices, mapping: [...mapping] })
        await queries.invalidateQueries({ queryKey: keyOf('definitions.get') })
      }
      return startImport({ ...asked, mapping }, once)
    },
    onSuccess: (run) => {
      queries.invalidateQueries({ queryKey: keyOf('definitions.listImports') })
      go(paths.importRun(definition.key, run.id))
    },
  })
  const { data, error, isFetching, refetch, sent } = usePreview(question, start.isPending)
  const begin = (isNew: boolean) => {
    setStartOver(isNew)
    setChosen(undefined)
    setPlanned({})
    start.reset()
  }
  const read = (next: Reading) => {
    setReading(next)
    begin(false)
  }
  const take = (next: File | undefined) => {
    setFile(next)
    read({})
  }
  const preview = data?.data
  /** If the file is refused. */
  const sheets = error instanceof Refused ? error.failure.sheets : []
  const choices = chosen ?? proposedBy(preview)
  const { matchOn, treatment, remembered } = choices
  const places = preview ? placesOf(preview, choices.mapping) : []
  const shownWith = (next: Places, added: PlannedColumns) =>
    preview
      ? withNewColumns(definition, preview, next, added)
      : { shown: definition, shownPlaces: next }
  const { shown, shownPlaces } = shownWith(places, planned)
  const mayAdd = useMay('admin')
  const forEach = preview ? columnForEach(definition, preview, places, planned) : planned
  const place = (next: Places, nextPlanned = planned) => {
    const { shownPlaces } = shownWith(next, nextPlanned)
    setPlanned(nextPlanned)
    setChosen({
      ...choices,
      mapping: next,
      treatment: treatmentFor(treatment, shownPlaces),
      matchOn: matchOn && next.includes(matchOn) ? matchOn : undefined,
    })
  }
  // A planned link gets its key from the preview; only then can the service be told how its values find rows.
  const links = plannedLinks(shownPlaces, planned)
  const hasLinks = Object.keys(links).length > 0
  useEffect(() => {
    if (!hasLinks) return
    setPlanned(withoutLinks(planned))
    setChosen({
      ...choices,
      mapping: places,
      treatment: { ...treatment, links: { ...links, ...treatment.links } },
    })
  })

  if (!file) return <FileDrop onFile={take} />
  return (
    <Stack>
      <FileFacts
        file={file}
        preview={preview}
        failed={error !== null}
        sheets={sheets}
        reading={reading}
        onAnother={() => take(undefined)}
        onReading={read}
      />
      {error && (
        <FailureAlert title="This file can’t be imported yet" error={error} onRetry={refetch} />
      )}
      {sheets.length > 1 && (
        <SheetChoice
          label="Read another sheet"
          sheets={sheets}
          sheet={reading.sheet ?? null}
          onReading={read}
        />
      )}
      {!preview && isFetching && <Uploading file={file} sent={sent} />}
      {preview && (
        <>
          <Section
            title="Map columns"
            description={
              remembered
                ? `Mapped as on ${dayText(remembered.at)}, when a file with these columns was imported.`
                : 'Matched by name, or by their values where these are clear. Ignored columns are not imported.'
            }
            actions={
              remembered && (
                <Button variant="default" size="compact-sm" onClick={() => begin(true)}>
                  Start over
                </Button>
              )
            }
          >
            <MappingTable
              definition={definition}
              preview={preview}
              places={places}
              shownPlaces={shownPlaces}
              onPlaces={place}
              planned={planned}
              onPlanned={(next) => place(places, next)}
            />
            <LinkChoices
              definition={shown}
              preview={preview}
              places={shownPlaces}
              treatment={treatment}
              onTreatment={(next) => setChosen({ ...choices, treatment: next })}
            />
            <NotationChoices
              definition={shown}
              preview={preview}
              treatment={treatment}
              onTreatment={(next) => setChosen({ ...choices, treatment: next })}
            />
            <MatchOn
              definition={definition}
              places={places}
              value={matchOn}
              onChange={(next) => setChosen({ ...choices, matchOn: next })}
            />
          </Section>
          <ProblemList
            definition={shown}
            preview={preview}
            matchOn={matchOn}
            treatment={treatment}
            onTreatment={(next) => setChosen({ ...choices, treatment: next })}
          />
          <Section
            title="Preview"
            description="A value that does not fit leaves its cell empty, or refuses the row."
          >
            <Stack pos="relative" aria-busy={isFetching}>
              <LoadingOverlay visible={isFetching} />
              <PreviewRows
                definition={shown}
                preview={preview}
                places={shownPlaces}
                most={isPhone ? PHONE_ROWS : undefined}
              />
            </Stack>
          </Section>
          <Start
            preview={preview}
            left={leftOut(preview, places, planned)}
            mayAdd={mayAdd}
            onAddAll={
              mayAdd && Object.keys(forEach).length > Object.keys(planned).length
                ? () => place(places, forEach)
                : undefined
            }
            missing={missingOf(definition.columns, places, matchOn).map(({ name }) => name)}
            busy={start.isPending}
            waiting={isFetching || hasLinks}
            error={start.error}
            onStart={() => question && start.mutate({ ...question, matchOn, treatment })}
          />
        </>
      )}
    </Stack>
  )
}

/** How much of a file is sent; then the service reads it, which cannot be measured. */
function Uploading({ file, sent }: { file: File; sent: number }) {
  const percent = Math.floor(sent * 100)
  const isSent = percent === 100
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {isSent ? 'Reading' : 'Uploading'} {file.name} ({sizeText(file.size)})…
        </Text>
        {!isSent && <Text size="sm">{percent}%</Text>}
      </Group>
      {isSent ? (
        <Progress.Root>
          <Progress.Section value={100} animated withAria={false} />
        </Progress.Root>
      ) : (
        <Progress value={percent} aria-label="Upload progress" />
      )}
    </Stack>
  )
}

const SHOWN_COLUMNS = 10

interface StartProps {
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

function Start(props: StartProps) {
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
