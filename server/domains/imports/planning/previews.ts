import { isLink } from '../../../../shared/column-types.ts'
import type { UserActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { newId } from '../../../platform/ids.ts'
import type { ColumnType } from '../../records/cells/column.ts'
import type { Column, DefinitionView } from '../../records/definitions/definition.rules.ts'
import {
  faultIn,
  type ImportFault,
  isEarly,
  type Memory,
  plannedCells,
  shownFault,
} from '../../records/rows/imported-rows.rules.ts'
import { judgeImport } from '../../records/rows/imported-rows.ts'
import type { RowInMaking } from '../../records/rows/references/making.ts'
import { namesOwnRows } from '../../records/rows/references/sent.rules.ts'
import { contextOf } from '../../records/rows/row-context.ts'
import type { RowPlan } from '../../records/rows/rows.rules.ts'
import { corrected } from '../mapping/corrections.rules.ts'
import { suggestedType, valuesAt } from '../mapping/guesses.rules.ts'
import { readings } from '../mapping/notations.rules.ts'
import { namesIds } from '../mapping/record-headers.rules.ts'
import { type SuggestedLink, suggestedLink } from '../mapping/suggested-links.rules.ts'
import { contextIn } from '../mapping/treatments.rules.ts'
import type { Question } from '../question/question.ts'
import { type FileRecord, writtenText } from '../reading/file-values.rules.ts'
import { AGAIN, blocksOf } from '../reading/records.ts'
import type { Survey } from '../reading/surveys.ts'
import { type Line, lineOf, targetsOf } from './lines.rules.ts'
import { type LinesPlan, MOST_MADE, makingOf, planLines, sentOf } from './plans.ts'
import { Problems } from './problems.rules.ts'

const SHOWN_ROWS = 20
/** Fewer rows are shown if they are large. */
const MOST_SHOWN_CHARS = 4 * 1024 * 1024
const SAMPLES = 5
const MOST_SUGGESTED = 100
/** For larger files, the counts cover only their beginning. */
const MOST_CHECKED = 50_000

/** Says what an import would do. Writes nothing. */
export async function previewOf(
  deps: { db: Database; files: FileStore },
  actor: UserActor,
  question: Question,
) {
  const { survey, places } = question
  const { file, sheets, sheet, header, headerRow, total } = survey
  const counts = await countsOf(deps, actor, question)
  return {
    format: file.format,
    encoding: file.format === 'csv' ? file.encoding : null,
    delimiter: file.format === 'csv' ? file.delimiter : null,
    ...(file.quirks?.length && { quirks: [...file.quirks] }),
    ...(survey.odd && { oddCharacters: survey.odd }),
    sheet,
    sheets,
    header,
    headerRow,
    ...(question.remembered && { remembered: question.remembered }),
    ...(question.suggested && { suggested: question.suggested }),
    ...(question.keepers.length > 0 && {
      keptIn: Object.fromEntries(question.keepers.map(({ column, name }) => [column.key, name])),
    }),
    columns: places.map(({ header: name, column, why }, index) => ({
      index,
      header: name,
      proposed: column?.key ?? null,
      why,
      samples: samplesOf(survey, index),
      ...valuesIn(survey, index),
      ...(!column && suggestedAt(question, index)),
      ...readAsAt(question, index),
    })),
    // Lines that were judged again come out of order.
    rows: counts.shown.toSorted((a, b) => a.line - b.line),
    problemRows: counts.problemRows.toSorted((a, b) => a.line - b.line),
    problems: counts.problems.shownTo(question.view),
    counts: {
      rows: total,
      checked: counts.checked,
      sampled: counts.checked < total,
      wouldImport: counts.imported,
      wouldUpdate: counts.updated,
      wouldFail: counts.checked - counts.imported,
      withProblems: counts.withProblems,
      coerced: counts.byColumn.reduce((sum, { coerced }) => sum + coerced, 0),
      leftEmpty: counts.byColumn.reduce((sum, { leftEmpty }) => sum + leftEmpty, 0),
      ...(question.keepers.length > 0 && {
        kept: counts.byColumn.reduce((sum, { kept = 0 }) => sum + kept, 0),
      }),
      byColumn: counts.byColumn,
    },
  }
}

/** How many values a column without a header has. */
function valuesIn({ unnamed }: Survey, at: number): { values?: number } {
  const found = unnamed.find(({ place }) => place === at)
  return found ? { values: found.values } : {}
}

/** How a column of the file is read, and what a value that leaves it open would be in each way. */
function readAsAt({ places, judged, context }: Question, at: number) {
  const column = places[at]?.column
  const found = judged[at]
  if (!column || !found) return {}
  const { how, why, example } = found
  const ways = example === undefined ? [] : readings(column, example, context)
  return { readAs: { how, why, ...(ways.length > 0 && { example: example!, ways }) } }
}

/** What a new column for a column of the file would be. */
function suggestedAt(
  question: Question,
  at: number,
): { suggestedType: ColumnType; suggestedLink?: SuggestedLink } {
  const { view, survey, pages } = question
  const link =
    at < MOST_SUGGESTED &&
    suggestedLink(view, survey.header[at]!, valuesAt(survey.first, at), pages)
  if (link) return { suggestedType: 'link', suggestedLink: link }
  return { suggestedType: typeAt(question, at) }
}

/** The first columns only: looking at the values of a thousand would take too long. */
const typeAt = ({ survey, context }: Question, at: number): ColumnType =>
  at < MOST_SUGGESTED && !namesIds(survey.header[at]!)
    ? suggestedType(valuesAt(survey.first, at), context)
    : 'text'

const samplesOf = ({ first }: Survey, at: number): string[] =>
  first
    .flatMap(({ values }) => writtenText(values[at] ?? '').trim() || [])
    .slice(0, SAMPLES)
    .map(clipped)

const clipped = (text: string): string => text.slice(0, 200).toWellFormed()

/** Reads the file's rows in blocks, and judges each block as a run would write it. */
async function countsOf(
  { db, files }: { db: Database; files: FileStore },
  actor: UserActor,
  question: Question,
) {
  const tally = new Tally(question)
  const memory: Memory = { uniques: new Map(), ownIds: new Map(), matches: new Set() }
  const { places, treatment } = question
  const targets = targetsOf(
    places.map(({ column }) => column),
    treatment,
    question.survey.header,
  )
  /** Records that name rows which may come later in the file. */
  const early: FileRecord[] = []
  const judge = (records: readonly FileRecord[], isLast: boolean) =>
    db.withWorkspace(actor, async (tx) => {
      const { view, matchOn } = question
      const lines = records.map((record) => lineOf(record, targets, question.survey.file))
      const sent = sentOf(lines)
      const ids = namesOwnRows(view.definition, sent) ? lines.map(() => newId()) : undefined
      const making = ids ? [...rowsOfEarlierBlocks(memory), ...makingOf(ids, sent)] : []
      const rows = { sent, actor, making, mostMade: MOST_MADE }
      const looked = await contextOf(tx, view.definition, rows)
      const context = {
        ...contextIn(looked, treatment, view.columns),
        ofSheet: question.survey.file.format === 'xlsx',
      }
      const plan = await planLines(view, context, lines, targets, matchOn, !isLast)
      const block = { plan, lines: lines.map(({ line }) => line), matchOn, ids }
      const { imported, updated } = await judgeImport(tx, view, context, block, memory)
      const waits = new Set(
        records.filter((_, at) => !isLast && ids && isEarly(view, plan.faults[at]!)),
      )
      early.push(...waits)
      tally.add(records, lines, plan, imported, updated, waits, context.drafts)
    })
  for await (const block of blocksOf(files, question.survey.file)) {
    await judge(
      block.map((record) => corrected(record, targets, treatment.corrections)),
      false,
    )
    if (tally.checked + early.length >= MOST_CHECKED) break
  }
  for (let before = Number.POSITIVE_INFINITY; early.length > 0; ) {
    const again = early.splice(0)
    const isLast = again.length === before
    before = again.length
    for (let from = 0; from < again.length; from += AGAIN) {
      await judge(again.slice(from, from + AGAIN), isLast)
    }
  }
  return tally
}

/** The rows that earlier blocks would have made. */
function rowsOfEarlierBlocks({ uniques, ownIds }: Memory): RowInMaking[] {
  const byLine = Map.groupBy(uniques, ([, line]) => line)
  return [...byLine].map(([line, claims]) => ({
    id: newId(),
    externalId: ownIds.get(line),
    cells: {},
    values: claims.map(([claim]) => claim),
  }))
}

/** How the values of a link column find rows, by cells. */
interface LinkCounts {
  matched: number
  created: number
  none: number
  several: number
}

interface Counts {
  filled: number
  coerced: number
  leftEmpty: number
  kept?: number
  failed: number
  links?: LinkCounts
}

class Tally {
  checked = 0
  imported = 0
  updated = 0
  withProblems = 0
  readonly shown: ShownRow[] = []
  readonly problemRows: ShownRow[] = []
  readonly problems = new Problems()
  #shownChars = 0
  readonly #lastShown: number
  readonly #view: DefinitionView
  readonly #columns = new Map<Column, Counts>()
  /** The columns that keep values that do not fit. */
  readonly #keepers: Column[]
  /** By the ids of columns. */
  readonly #places = new Map<string, number>()

  constructor({ view, survey, places, treatment }: Question) {
    this.#view = view
    this.#keepers = Object.values(treatment.keep ?? {}).flatMap((id) => view.find(id) ?? [])
    this.#lastShown = survey.first.slice(0, SHOWN_ROWS).at(-1)?.line ?? 0
    for (const [place, { column }] of places.entries()) {
      if (!column || this.#columns.has(column)) continue
      const counts = { filled: 0, coerced: 0, leftEmpty: 0, failed: 0 }
      const links = { matched: 0, created: 0, none: 0, several: 0 }
      this.#columns.set(column, isLink(column.type) ? { ...counts, links } : counts)
      this.#places.set(column.id, place)
    }
  }

  /**
   * @param waits the records that are judged again later.
   * @param drafts the rows that links would make.
   */
  add(
    records: readonly FileRecord[],
    lines: readonly Line[],
    plan: LinesPlan,
    imported: number,
    updated: number,
    waits: ReadonlySet<FileRecord>,
    drafts: ReadonlyMap<string, unknown>,
  ): void {
    this.checked += lines.length - waits.size
    this.imported += imported
    this.updated += updated
    for (const [at, row] of plan.rows.entries()) {
      if (waits.has(records[at]!)) continue
      const line = lines[at]!
      const faults = plan.faults[at]!
      const left = faults.length > 0 ? [] : plan.left[at]!
      const coerced = row.coerced.filter(isConverted)
      for (const [column, counts] of this.#columns) {
        if (row.filled.includes(column.slot)) counts.filled++
        if (coerced.some((one) => one.slot === column.slot)) counts.coerced++
        const empty = left.find((cell) => cell.column === column.id)
        if (empty) counts.leftEmpty++
        if (empty?.keptIn) counts.kept = (counts.kept ?? 0) + 1
        if (faults.some((fault) => fault.column === column.id)) counts.failed++
        const { links } = counts
        if (!links) continue
        const outcome = linkOutcome(column, row, [...faults, ...plan.left[at]!], drafts)
        if (outcome) links[outcome]++
      }
      this.#addProblems(records[at]!, faults, left, this.#shortenedIn(row))
      const isBad = faults.length > 0 || left.length > 0
      if (isBad) this.withProblems++
      const isFirst = line.line <= this.#lastShown
      const isFirstBad = isBad && this.problemRows.length < SHOWN_ROWS
      if ((isFirst || isFirstBad) && this.#shownChars < MOST_SHOWN_CHARS) {
        const shown = this.#shownRow(records[at]!, row, faults, left)
        if (isFirst) this.shown.push(shown)
        if (isFirstBad) this.problemRows.push(shown)
      }
    }
  }

  #shownRow(
    { line, values }: FileRecord,
    row: RowPlan,
    faults: readonly ImportFault[],
    left: readonly ImportFault[],
  ): ShownRow {
    const cells = plannedCells([...this.#columns.keys(), ...this.#keepers], row)
    this.#shownChars += JSON.stringify(cells).length
    return {
      line,
      values: values.map((value) => clipped(writtenText(value))),
      cells,
      coerced: row.coerced.filter(isConverted).flatMap(({ slot, sent, stored }) => {
        const column = this.#view.ofSlot(slot)?.key
        return column === undefined ? [] : { column, sent, stored }
      }),
      ...(left.length > 0 && {
        leftEmpty: left.flatMap((cell) => shownFault(this.#view, cell)),
      }),
      errors: faults.flatMap((fault) => shownFault(this.#view, fault)),
    }
  }

  #addProblems(
    record: FileRecord,
    faults: ImportFault[],
    left: ImportFault[],
    shortened: ImportFault[],
  ): void {
    const sentIn = ({ column }: ImportFault) =>
      clipped(writtenText(record.values[this.#places.get(column ?? '') ?? -1] ?? ''))
    for (const fault of faults) this.problems.add('refused', fault, record.line, sentIn(fault))
    for (const cell of left) {
      this.problems.add(cell.keptIn ? 'kept' : 'left_empty', cell, record.line, sentIn(cell))
    }
    for (const cell of shortened) this.problems.add('shortened', cell, record.line, sentIn(cell))
  }

  /** The cells of which a part of the file's value is left out. */
  #shortenedIn({ coerced }: RowPlan): ImportFault[] {
    return coerced.flatMap(({ slot, shortened }) => {
      const column = shortened && this.#view.ofSlot(slot)
      return column ? [faultIn(column, shortened)] : []
    })
  }

  get byColumn() {
    return [...this.#columns].map(([{ key: column }, counts]) => ({ column, ...counts }))
  }
}

/** What a cell of a link column counts as; undefined if it is empty, or bad for another reason. */
function linkOutcome(
  { id, slot }: Column,
  { cells, filled }: RowPlan,
  bad: readonly ImportFault[],
  drafts: ReadonlyMap<string, unknown>,
): keyof LinkCounts | undefined {
  const reason = bad.find(({ column }) => column === id)?.reason
  if (reason === 'no_such_row' || reason === 'row_not_made') return 'none'
  if (reason !== undefined) return reason === 'several_rows' ? 'several' : undefined
  if (!filled.includes(slot)) return undefined
  const rows = (cells[slot] ?? []) as string[]
  return rows.some((row) => drafts.has(row)) ? 'created' : 'matched'
}

/** A file has only text, so reading a number as a number does not count as a conversion. */
const isConverted = ({ sent, stored }: { sent: string; stored: string }): boolean => sent !== stored

interface ShownRow {
  line: number
  values: string[]
  cells: Record<string, unknown>
  coerced: { column: string; sent: string; stored: string }[]
  leftEmpty?: ImportFault[]
  errors: ImportFault[]
}
