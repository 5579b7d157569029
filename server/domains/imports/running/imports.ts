import type {
  boardFileOperations,
  pageFileOperations,
} from '../../../../contract/imports/import-files.ts'
import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import type { AnswerOf } from '../../../../contract/language/operation.ts'
import { NewColumn } from '../../../../contract/records/columns.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { isLink } from '../../../../shared/column-types.ts'
import { actorRef, hasScope, holdsRole, type UserActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { Sent, UserCall } from '../../../platform/http/call.ts'
import { goneSignal } from '../../../platform/http/gone.ts'
import { checkOf } from '../../../platform/http/validation.ts'
import { newId } from '../../../platform/ids.ts'
import { announceWork } from '../../../platform/jobs/due-work.ts'
import {
  type Issue,
  invalid,
  Refusal,
  refusalWith,
  unknownReference,
} from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { ownIdOf } from '../../records/cells/references.ts'
import { type NewColumnBody, withNewColumns } from '../../records/columns/columns.ts'
import { addNewOptions, withNewOptions } from '../../records/columns/new-options.ts'
import { cellContext } from '../../records/definitions/cell-context.ts'
import type {
  Column,
  Definition,
  DefinitionView,
} from '../../records/definitions/definition.rules.ts'
import { findViews, listPageViews } from '../../records/definitions/definition-views.ts'
import { locate } from '../../records/definitions/locate.ts'
import { OWN_ID, ownIdColumn, viewWithOwnId } from '../../records/rows/own-id-column.rules.ts'
import { findOwnIds } from '../../records/rows/own-ids.ts'
import { refuseUnknownLines } from '../mapping/corrections.rules.ts'
import { valuesAt } from '../mapping/guesses.rules.ts'
import { keepersOf } from '../mapping/kept-values.rules.ts'
import {
  mapByName,
  matchColumn,
  proposeMapping,
  readMapping,
  refuseMapping,
} from '../mapping/mapping.rules.ts'
import { type MappedColumn, newColumnsIn, withAdded } from '../mapping/new-columns.rules.ts'
import { newOptionsIn } from '../mapping/new-options.rules.ts'
import { judgeAll, notationsIn } from '../mapping/notations.rules.ts'
import { isExportOf } from '../mapping/own-exports.rules.ts'
import type { Place, RunFile } from '../mapping/places.rules.ts'
import { choiceById, placeLinks } from '../mapping/record-headers.rules.ts'
import {
  headerKeyOf,
  mappedAsBefore,
  type Suggested,
  withRemembered,
} from '../mapping/remembered.rules.ts'
import { columnsToKeep, readTreatment } from '../mapping/treatments.rules.ts'
import { previewOf, type Question } from '../planning/previews.ts'
import { FileProblem } from '../reading/file-problem.ts'
import type { FileRecord } from '../reading/file-values.rules.ts'
import { readChoices } from '../reading/reading-choices.rules.ts'
import { linesOf } from '../reading/records.ts'
import { type Survey, surveyUpload } from '../reading/surveys.ts'
import { receiveUpload, type Upload } from '../reading/uploads.ts'
import { findEarlierRun, insertFileRun } from '../runs/runs.sql.ts'
import { answerRun } from '../runs/runs.ts'
import { makeKeepers, withKeepers } from './kept-columns.ts'

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
 * @param place the part of the form that names the board or page.
 * @throws Refusal invalid_request, unknown_reference, unknown_column, column_locked, payload_too_large.
 */
export async function importFile(
  deps: ImportDeps,
  call: UserCall<Importing>,
  place: 'boardId' | 'definitionKey',
): Promise<AnswerOf<Importing> | Sent> {
  const upload = await receiveUpload(call.request, deps.files, [...NAMES, place, 'dryRun'])
  return withFile(deps, call, upload, async (survey) => {
    const { fields } = upload
    const isDry = readBoolean('dryRun', fields.dryRun)
    const propose: Propose = { map: mapByName, remembers: false, suggests: false, adds: isDry }
    const question = await questionOf(deps, call.actor, upload, survey, place, propose)
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
  place: 'boardId' | 'definitionKey',
): Promise<AnswerOf<Previewing> | Sent> {
  const upload = await receiveUpload(call.request, deps.files, [...NAMES, place, 'startOver'])
  return withFile(deps, call, upload, async (survey) => {
    const isNew = readBoolean('startOver', upload.fields.startOver)
    const propose: Propose = {
      map: proposeMapping,
      remembers: !isNew,
      suggests: true,
      adds: true,
    }
    const question = await questionOf(deps, call.actor, upload, survey, place, propose)
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

/** How the columns of a file are mapped if nobody says it. */
interface Propose {
  map: typeof proposeMapping
  /** Whether as in an earlier import of a file with the same headers, if there is one. */
  remembers: boolean
  /** Whether the file's ids also say how its rows and links find theirs, and which new columns would be links. */
  suggests: boolean
  /** Whether the mapping can have columns that are not there yet. */
  adds: boolean
}

async function questionOf(
  { db, files }: ImportDeps,
  actor: UserActor,
  { fields: choices, file }: Upload,
  survey: Survey,
  place: 'boardId' | 'definitionKey',
  { map, remembers, suggests, adds }: Propose,
): Promise<Question> {
  const named = choices[place]
  if (named === undefined) throw invalid(`body.${place}`, why('missing', {}))
  const { header, first } = survey
  const news = adds ? newColumnsIn(choices.mapping) : []
  const found = await db.withWorkspace(actor, async (tx) => {
    const located = await locate(tx, addressOf(place, named)).catch((error) => {
      const isMissing = error instanceof Refusal && error.code === 'not_found'
      throw isMissing ? unknownReference(place) : error
    })
    const { definition: widened, added } = await withAddedColumns(tx, actor, located, news)
    const newOptions = newOptionsIn(viewWithOwnId(widened, actor), choices.newOptions)
    const mayAdd = holdsRole(actor, 'admin') && hasScope(actor, 'definitions:write')
    if (newOptions.length > 0 && !mayAdd) throw new Refusal('forbidden', 'add_options')
    const { definition } = withNewOptions(widened, newOptions)
    const asks = remembers && choices.mapping === undefined
    const view = viewWithOwnId(definition, actor)
    const earlier = asks
      ? await findEarlierRun(tx, definition.id, headerKeyOf(namesIn(survey)), actor.crmUserId)
      : undefined
    const linked = earlier ? await linkedBoards(tx, view, view.columns) : undefined
    return { view, added, context: await cellContext(tx, definition), earlier, linked, newOptions }
  })
  const { view, added, context, earlier, linked, newOptions } = found
  const known = earlier && linked && mappedAsBefore(view, header, linked, earlier)
  const places =
    known?.places ??
    (choices.mapping === undefined
      ? [...map(view, namesIn(survey), first, context), ...header.slice(survey.named).map(nowhere)]
      : readMapping(view, header, withAdded(choices.mapping, added)))
  const isGuessed = suggests && choices.mapping === undefined
  const guessed = isGuessed ? await suggest(db, view, places, first) : undefined
  const suggested = known ? undefined : guessed
  // Adding rows whose ids are here by now would be refused.
  if (known) known.remembered.matchOn ??= guessed?.matchOn ?? null
  const proposed = known?.remembered ?? suggested
  const fields = proposed ? withRemembered(choices, proposed) : choices
  const matchOn = matchColumn(view, places, fields.matchOn)
  const boards =
    fields.links === undefined
      ? new Map<string, DefinitionView>()
      : await db.withWorkspace(actor, (tx) => linkedBoards(tx, view, mappedOf(places)))
  const read = readTreatment(view, places, matchOn, fields, boards)
  const isText = survey.file.format === 'csv'
  const written = {
    isExport: isText && isExportOf(view, header, file.head),
    hasSemicolons: isText && survey.file.delimiter === ';',
  }
  const judged = judgeAll(places, survey.signs, context.region, read.readAs ?? {}, written)
  const keepers = keepersOf(view, places, columnsToKeep(view, places, matchOn, fields.onBad))
  const { view: wide, keep } =
    keepers.length > 0
      ? await db.withWorkspace(actor, (tx) => withKeepers(tx, actor, view, keepers))
      : { view, keep: {} }
  const treatment = { ...read, notations: notationsIn(places, judged), keep }
  if (fields.corrections !== undefined) {
    refuseUnknownLines(treatment.corrections, await linesOf(files, survey.file))
  }
  const remembered = known?.remembered
  const hasFree = suggests && places.some(({ column }) => !column)
  const pages = hasFree ? await db.withWorkspace(actor, (tx) => listPageViews(tx, actor)) : []
  const asked = { view: wide, context, survey, places, matchOn, treatment, judged, keepers }
  return { ...asked, newOptions, pages, remembered, suggested }
}

/** What a file with ids suggests, if it suggests anything. */
const suggest = (
  db: Database,
  view: DefinitionView,
  places: readonly Place[],
  samples: readonly FileRecord[],
): Promise<Suggested | undefined> =>
  db.withWorkspace(view.actor, async (tx) => {
    const boards = await linkedBoards(tx, view, mappedOf(places))
    const links = Object.fromEntries(
      [...placeLinks(view, places, samples)].flatMap((column) => {
        const { definitionId } = column.settings
        const choice = choiceById(boards.get(definitionId ?? ''))
        const isOwn = definitionId === view.definition.id
        return choice ? [[column.key, { ...choice, create: choice.create && !isOwn }]] : []
      }),
    )
    const at = places.findIndex(({ column }) => column === ownIdColumn)
    const ids = at < 0 ? [] : valuesAt(samples, at).flatMap((id) => ownIdOf(id) ?? [])
    const holders = ids.length > 0 ? await findOwnIds(tx, view.definition.id, ids) : []
    const matchOn = holders.some(({ trashed }) => !trashed) ? OWN_ID : null
    return matchOn || Object.keys(links).length > 0 ? { matchOn, links } : undefined
  })

const fitsNewColumn = checkOf(NewColumn, 'body')

/** @throws Refusal forbidden, and what a new column is refused for. */
async function withAddedColumns(
  tx: Tx,
  actor: UserActor,
  located: Definition,
  news: readonly MappedColumn[],
): Promise<{ definition: Definition; added: { at: string; id: string }[] }> {
  if (news.length === 0) return { definition: located, added: [] }
  if (!holdsRole(actor, 'admin')) throw new Refusal('forbidden', 'add_columns')
  const issues = news.flatMap(({ body, path }) => {
    const found = issuesOf(() => fitsNewColumn(body))
    return found.map((issue) => ({ ...issue, path: issue.path.replace(/^body/, () => path) }))
  })
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
  const bodies = news.map(({ body, path }) => ({ body: body as NewColumnBody, path }))
  const { definition, added } = await withNewColumns(tx, located, bodies)
  return { definition, added: news.map(({ at }, i) => ({ at, id: added[i]!.id })) }
}

function issuesOf(check: () => void): Issue[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.issues) throw error
    return error.details.issues
  }
}

const mappedOf = (places: readonly Place[]) => places.flatMap(({ column }) => column ?? [])

/** The boards that columns link to, as the person sees them, by id. */
const linkedBoards = (tx: Tx, { actor }: DefinitionView, columns: readonly Column[]) =>
  findViews(
    tx,
    actor,
    columns.flatMap(({ type, settings }) => (isLink(type) && settings.definitionId) || []),
  )

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function addressOf(place: 'boardId' | 'definitionKey', named: string): DefinitionAddress {
  if (place === 'definitionKey') {
    if (named.length > 64 || named.includes('\0')) throw unknownReference(place)
    return { key: named }
  }
  if (!UUID.test(named)) throw unknownReference(place)
  return { id: named }
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

/** What the header itself says: a note beside a table does not make it another. */
const namesIn = ({ header, named }: Survey): string[] => header.slice(0, named)

const nowhere = (header: string): Place => ({ header, column: null, why: 'none' })
