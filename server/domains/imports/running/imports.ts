import type {
  boardFileOperations,
  pageFileOperations,
} from '../../../../contract/imports/import-files.ts'
import type { AnswerOf } from '../../../../contract/language/operation.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { actorRef } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { Sent, UserCall } from '../../../platform/http/call.ts'
import { goneSignal } from '../../../platform/http/gone.ts'
import { newId } from '../../../platform/ids.ts'
import { announceWork } from '../../../platform/jobs/due-work.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { addNewOptions } from '../../records/columns/new-options.ts'
import { mapByName, proposeMapping, refuseMapping } from '../mapping/mapping.rules.ts'
import type { RunFile } from '../mapping/places.rules.ts'
import { headerKeyOf } from '../mapping/remembered.rules.ts'
import { previewOf } from '../planning/previews.ts'
import { makeKeepers } from '../question/kept-columns.ts'
import { importQuestion, type Question } from '../question/question.ts'
import type { TargetField } from '../question/target.ts'
import { FileProblem } from '../reading/file-problem.ts'
import { readChoices } from '../reading/reading-choices.rules.ts'
import { namesIn, type Survey, surveyUpload } from '../reading/surveys.ts'
import { receiveUpload, type Upload } from '../reading/uploads.ts'
import { insertFileRun } from '../runs/runs.sql.ts'
import { answerRun } from '../runs/runs.ts'

export interface ImportDeps {
  db: Database
  files: FileStore
}

type FileOperations = typeof boardFileOperations | typeof pageFileOperations
type Importing = FileOperations['importFile']
type Previewing = FileOperations['previewImport']

export const IMPORTS = 'imports'

const NAMES = [
  'mapping',
  'matchOn',
  'sheet',
  'encoding',
  'delimiter',
  'quirks',
  'headerRow',
  'onBad',
  'valueMaps',
  'newOptions',
  'corrections',
  'links',
  'readAs',
]

/**
 * Receives a file and starts the run that imports it; with `dryRun`, only says what the run would do.
 *
 * @param field the part of the form that names the board or page.
 * @throws Refusal invalid_request, unknown_reference, unknown_column, column_locked, payload_too_large.
 */
export async function importFile(
  deps: ImportDeps,
  call: UserCall<Importing>,
  field: TargetField,
): Promise<AnswerOf<Importing> | Sent> {
  const upload = await receiveUpload(call.request, deps.files, [...NAMES, field, 'dryRun'])
  return withFile(deps, call, upload, async (survey) => {
    const { fields } = upload
    const isDry = readBoolean('dryRun', fields.dryRun)
    const asking = { field, map: mapByName, remembers: false, suggests: false, adds: isDry }
    const question = await importQuestion(deps, call.actor, upload, survey, asking)
    refuseMapping(question.view, question.places, question.matchOn)
    if (isDry) {
      const preview = await previewOf(deps, call.actor, question)
      return { answer: await call.transaction(async () => ({ data: preview })), keep: false }
    }
    let started = false
    const answer = await call.transaction(async (tx) => {
      const { definition } = question.view
      if (question.newOptions.length > 0) {
        await addNewOptions(tx, call.actor, definition.id, question.newOptions)
      }
      const keep = await makeKeepers(tx, call.actor, definition.key, question.keepers)
      const id = newId()
      insertFileRun(tx, {
        id,
        definitionId: definition.id,
        actorUserId: call.actor.crmUserId,
        createdBy: actorRef(call.actor),
        definitionIds: call.actor.definitionIds ?? null,
        fileName: upload.file.name,
        total: survey.total,
        file: fileOf(question),
        treatment: { ...question.treatment, keep },
        headerKey: headerKeyOf(namesIn(survey)),
      })
      announceWork(tx, IMPORTS)
      appendEvent(tx, {
        type: 'import.started',
        actor: actorRef(call.actor),
        subject: `import:${id}`,
        data: { definitionId: definition.id },
      })
      const data = await answerRun(tx, definition.id, id)
      started = true
      return { data }
    })
    return { answer, keep: started }
  })
}

/** Says what an import of a file would do. Writes nothing, and does not keep the file. */
export async function previewImport(
  deps: ImportDeps,
  call: UserCall<Previewing>,
  field: TargetField,
): Promise<AnswerOf<Previewing> | Sent> {
  const upload = await receiveUpload(call.request, deps.files, [...NAMES, field, 'startOver'])
  return withFile(deps, call, upload, async (survey) => {
    const isNew = readBoolean('startOver', upload.fields.startOver)
    const asking = { field, map: proposeMapping, remembers: !isNew, suggests: true, adds: true }
    const question = await importQuestion(deps, call.actor, upload, survey, asking)
    const preview = await previewOf(deps, call.actor, question)
    return { answer: await call.transaction(async () => ({ data: preview })), keep: false }
  })
}

/** Surveys the upload, calls `use`, and deletes the files unless `use` says to keep them. */
async function withFile<T>(
  { files }: ImportDeps,
  { actor, reply }: Pick<UserCall, 'actor' | 'reply'>,
  upload: Upload,
  use: (survey: Survey) => Promise<{ answer: T; keep: boolean }>,
): Promise<T> {
  const keys = new Set([upload.file.key])
  let keep = false
  try {
    const choices = readChoices(upload.fields)
    const { workspaceId } = actor
    const signal = goneSignal(reply)
    const surveying = surveyUpload(files, upload, choices, workspaceId, signal)
    const survey = await surveying.catch((error) => {
      if (!(error instanceof FileProblem)) throw error
      const refusal = invalid('body.file', why('file_unread', { problem: error.message }))
      throw withSheets(refusal, error.sheets)
    })
    keys.add(survey.file.key)
    const used = await use(survey).catch((error) => {
      throw error instanceof Refusal ? withSheets(error, survey.sheets) : error
    })
    keep = used.keep
    return used.answer
  } finally {
    if (!keep) await Promise.all([...keys].map((key) => files.delete(key)))
  }
}

/** A refusal that also says which sheets there are, since another one may be meant. */
function withSheets(refusal: Refusal, sheets: readonly string[] = []): Refusal {
  if (sheets.length > 0) refusal.details.sheets = sheets
  return refusal
}

function readBoolean(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  throw invalid(`body.${name}`, why('not_one_of', { options: 'true, false' }))
}

const fileOf = ({ survey, places, matchOn }: Question): RunFile => ({
  ...survey.file,
  header: survey.header,
  columns: places.map(({ column }) => column?.id ?? null),
  matchOn: matchOn?.id ?? null,
  ignored: survey.unnamed.filter(({ place, values }) => values > 0 && !places[place]?.column),
  ...(survey.odd && { odd: survey.odd }),
})
