import type { UserActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { CellContext } from '../../records/cells/column.ts'
import type { AddedOptions } from '../../records/columns/new-options.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import { listPageViews } from '../../records/definitions/definition-views.ts'
import { refuseUnknownLines } from '../mapping/corrections.rules.ts'
import { type Keeper, keepersOf } from '../mapping/kept-values.rules.ts'
import { type Judged, judgeAll, notationsIn } from '../mapping/notations.rules.ts'
import { isExportOf } from '../mapping/own-exports.rules.ts'
import { mappedColumns, type Place } from '../mapping/places.rules.ts'
import type { Remembered, Suggested } from '../mapping/remembered.rules.ts'
import { columnsToKeep, readTreatment, type Treatment } from '../mapping/treatments.rules.ts'
import { linesOf } from '../reading/records.ts'
import type { Survey } from '../reading/surveys.ts'
import type { Upload } from '../reading/uploads.ts'
import { withKeepers } from './kept-columns.ts'
import { linkedBoards } from './linked-boards.ts'
import { type Mapped, mappedBy, type Proposing } from './mapping.ts'
import { type Target, type TargetField, targetOf } from './target.ts'

/** A file with everything that was chosen or guessed about it: what an import would do, before it does it. */
export interface Question {
  view: DefinitionView
  /** What values depend on, besides the rows and files that they name. */
  context: CellContext
  survey: Survey
  places: readonly Place[]
  matchOn: Column | undefined
  treatment: Treatment
  /** By place: how the column is read, if its values or somebody say it. */
  judged: readonly (Judged | undefined)[]
  /** Where values that do not fit are kept as text; the view has these columns, also those that the import makes when it starts. */
  keepers: readonly Keeper[]
  /** Options that the import adds when it starts; the view has them already. */
  newOptions: readonly AddedOptions[]
  /** How an earlier import was mapped, if this one is mapped the same way. */
  remembered: Remembered | undefined
  /** The proposals besides the mapping, if nothing is remembered. */
  suggested: Suggested | undefined
  /** The pages that new columns could link to. */
  pages: readonly DefinitionView[]
}

/** What a form leaves open, and how that is guessed. */
export interface Asking extends Proposing {
  /** The part of the form that names the board or page. */
  field: TargetField
  /** Whether the mapping can have columns that are not there yet. */
  adds: boolean
}

/**
 * Reads what a form says about its file, and guesses the rest: where the file goes, where its columns go, and how its
 * values are read.
 *
 * @throws Refusal invalid_request, unknown_reference, unknown_column, column_locked, forbidden.
 */
export async function importQuestion(
  { db, files }: { db: Database; files: FileStore },
  actor: UserActor,
  upload: Upload,
  survey: Survey,
  { field, adds, ...proposing }: Asking,
): Promise<Question> {
  const target = await db.withWorkspace(actor, (tx) => targetOf(tx, actor, upload, field, adds))
  const mapped = await mappedBy(db, target, upload, survey, proposing)
  const treated = await treatedBy(db, target, mapped, upload, survey)
  if (mapped.fields.corrections !== undefined) {
    refuseUnknownLines(treated.treatment.corrections, await linesOf(files, survey.file))
  }
  const { places, matchOn, remembered, suggested } = mapped
  const { context, newOptions } = target
  const hasFree = proposing.suggests && places.some(({ column }) => !column)
  const pages = hasFree ? await db.withWorkspace(actor, (tx) => listPageViews(tx, actor)) : []
  const asked = { survey, places, matchOn, context, newOptions, remembered, suggested, pages }
  return { ...asked, ...treated }
}

/** How the values of the mapped columns are read, and where those go that do not fit. */
async function treatedBy(
  db: Database,
  { actor, view, context }: Target,
  { places, matchOn, fields }: Mapped,
  upload: Upload,
  { file, header, signs }: Survey,
): Promise<Pick<Question, 'view' | 'treatment' | 'judged' | 'keepers'>> {
  const boards =
    fields.links === undefined
      ? new Map<string, DefinitionView>()
      : await db.withWorkspace(actor, (tx) => linkedBoards(tx, view, mappedColumns(places)))
  const read = readTreatment(view, places, matchOn, fields, boards)
  const isText = file.format === 'csv'
  const written = {
    isExport: isText && isExportOf(view, header, upload.file.head),
    hasSemicolons: isText && file.delimiter === ';',
  }
  const judged = judgeAll(places, signs, context.region, read.readAs ?? {}, written)
  const keepers = keepersOf(view, places, columnsToKeep(view, places, matchOn, fields.onBad))
  const { view: wide, keep } =
    keepers.length > 0
      ? await db.withWorkspace(actor, (tx) => withKeepers(tx, actor, view, keepers))
      : { view, keep: {} }
  const treatment = { ...read, notations: notationsIn(places, judged), keep }
  return { view: wide, treatment, judged, keepers }
}
