import type { Database } from '../../../platform/database/db.ts'
import type { Column } from '../../records/definitions/definition.rules.ts'
import {
  type mapByName,
  matchColumn,
  type proposeMapping,
  readMapping,
} from '../mapping/mapping.rules.ts'
import { withAdded } from '../mapping/new-columns.rules.ts'
import type { Place } from '../mapping/places.rules.ts'
import {
  headerKeyOf,
  mappedAsBefore,
  type Remembered,
  type Suggested,
  withRemembered,
} from '../mapping/remembered.rules.ts'
import type { TreatmentFields } from '../mapping/treatments.rules.ts'
import { namesIn, type Survey } from '../reading/surveys.ts'
import type { Upload } from '../reading/uploads.ts'
import { findEarlierRun } from '../runs/runs.sql.ts'
import { linkedBoards } from './linked-boards.ts'
import { suggest } from './suggest.ts'
import type { Target } from './target.ts'

/** How the columns of a file are mapped if nobody says it. */
export interface Proposing {
  map: typeof mapByName | typeof proposeMapping
  /** Whether as in an earlier import of a file with the same headers, if there is one. */
  remembers: boolean
  /** Whether the file's ids also say how its rows and links find theirs, and which new columns would be links. */
  suggests: boolean
}

/** Where the columns of a file go, and how its rows find those that are here. */
export interface Mapped {
  places: readonly Place[]
  matchOn: Column | undefined
  /** The form, filled in as remembered or suggested where it says nothing. */
  fields: TreatmentFields
  /** How an earlier import was mapped, if this one is mapped the same way. */
  remembered: Remembered | undefined
  /** The proposals besides the mapping, if nothing is remembered. */
  suggested: Suggested | undefined
}

/**
 * Maps the columns of a file: as its form says, or else as an earlier import of such a file, or else as they are guessed.
 *
 * @throws Refusal invalid_request, unknown_column (also for a hidden one), column_locked.
 */
export async function mappedBy(
  db: Database,
  target: Target,
  { fields }: Upload,
  survey: Survey,
  { map, remembers, suggests }: Proposing,
): Promise<Mapped> {
  const { actor, view, context, added } = target
  if (fields.mapping !== undefined) {
    const places = readMapping(view, survey.header, withAdded(fields.mapping, added))
    const matchOn = matchColumn(view, places, fields.matchOn)
    return { places, matchOn, fields, remembered: undefined, suggested: undefined }
  }
  const known = remembers ? await rememberedFor(db, target, survey) : undefined
  const places = known?.places ?? [
    ...map(view, namesIn(survey), survey.first, context),
    ...survey.header.slice(survey.named).map(nowhere),
  ]
  const guessed = suggests
    ? await db.withWorkspace(actor, (tx) => suggest(tx, view, places, survey.first))
    : undefined
  const remembered = known?.remembered && {
    ...known.remembered,
    // Adding rows whose ids are here by now would be refused.
    matchOn: known.remembered.matchOn ?? guessed?.matchOn ?? null,
  }
  const suggested = remembered ? undefined : guessed
  const proposed = remembered ?? suggested
  const filledIn = proposed ? withRemembered(fields, proposed) : fields
  const matchOn = matchColumn(view, places, filledIn.matchOn)
  return { places, matchOn, fields: filledIn, remembered, suggested }
}

/** How the last import of a file with these headers was mapped. */
const rememberedFor = (db: Database, { actor, view }: Target, survey: Survey) =>
  db.withWorkspace(actor, async (tx) => {
    const key = headerKeyOf(namesIn(survey))
    const earlier = await findEarlierRun(tx, view.definition.id, key, actor.crmUserId)
    if (!earlier) return undefined
    const boards = await linkedBoards(tx, view, view.columns)
    return mappedAsBefore(view, survey.header, boards, earlier)
  })

const nowhere = (header: string): Place => ({ header, column: null, why: 'none' })
