import { LoadingOverlay, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Data, Refused } from '../../service/api.ts'
import { useMay } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { FileDrop } from './file/file-drop.tsx'
import { FileFacts, SheetChoice } from './file/file-facts.tsx'
import { Uploading } from './file/uploading.tsx'
import { MappingSection } from './mapping/mapping-section.tsx'
import { PreviewRows } from './preview/preview-table.tsx'
import { ProblemList } from './preview/problem-list.tsx'
import { Start } from './preview/start.tsx'
import { columnForEach, leftOut, missingOf } from './questions/mapping.rules.ts'
import type { Preview } from './questions/types.ts'
import { type Asking, useImportQuestion } from './questions/use-import-question.ts'

type Definition = Data<'definitions.get'>

/** Of the preview, on a phone: it shows a row's cells one below the other. */
const PHONE_ROWS = 4

/** The steps of an import, one below the other: the file, where its columns go, a preview, and the start. */
export function ImportWizard({ definition }: { definition: Definition }) {
  const asking = useImportQuestion(definition)
  const { asked, answer, preview } = asking
  const { file, reading } = asked
  const { error } = answer
  /** If the file is refused. */
  const sheets = error instanceof Refused ? error.failure.sheets : []
  if (!file) return <FileDrop onFile={asking.takeFile} />
  return (
    <Stack>
      <FileFacts
        file={file}
        preview={preview}
        failed={error !== null}
        sheets={sheets}
        reading={reading}
        onAnother={() => asking.takeFile(undefined)}
        onReading={asking.read}
      />
      {error && (
        <FailureAlert
          title="This file can’t be imported yet"
          error={error}
          onRetry={answer.refetch}
        />
      )}
      {sheets.length > 1 && (
        <SheetChoice
          label="Read another sheet"
          sheets={sheets}
          sheet={reading.sheet ?? null}
          onReading={asking.read}
        />
      )}
      {!preview && answer.isFetching && <Uploading file={file} sent={answer.sent} />}
      {preview && <Previewed definition={definition} asking={asking} preview={preview} />}
    </Stack>
  )
}

interface PreviewedProps {
  definition: Definition
  asking: Asking
  preview: Preview
}

/** What can be chosen once there is a preview. */
function Previewed({ definition, asking, preview }: PreviewedProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const mayAdd = useMay('admin')
  const { asked, choices, places, shown, shownPlaces, start } = asking
  const { isFetching } = asking.answer
  const { planned } = asked
  const { matchOn, treatment } = choices
  const forEach = columnForEach(definition, preview, places, planned)
  return (
    <>
      <MappingSection definition={definition} asking={asking} preview={preview} />
      <ProblemList
        definition={shown}
        preview={preview}
        matchOn={matchOn}
        treatment={treatment}
        onTreatment={(next) => asking.choose({ treatment: next })}
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
            ? () => asking.place(places, forEach)
            : undefined
        }
        missing={missingOf(definition.columns, places, matchOn).map(({ name }) => name)}
        busy={start.isPending}
        waiting={isFetching}
        error={start.error}
        onStart={asking.begin}
      />
    </>
  )
}
