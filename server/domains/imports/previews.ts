import type { UserActor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Column, DefinitionView } from '../records/definitions/definition.rules.ts'
import {
  type ImportFault,
  type ImportPlan,
  type Memory,
  plannedCells,
  shownFault,
} from '../records/rows/imported-rows.rules.ts'
import { judgeImport } from '../records/rows/imported-rows.ts'
import { contextOf } from '../records/rows/row-writes.ts'
import { type Line, lineOf, textOf } from './lines.rules.ts'
import type { Place } from './mapping.rules.ts'
import { planLines, sentOf } from './plans.ts'
import { blocksOf } from './records.ts'
import type { Survey } from './surveys.ts'

/** An import to preview. */
export interface Question {
  view: DefinitionView
  survey: Survey
  places: readonly Place[]
  matchOn: Column | undefined
}

const SHOWN_ROWS = 20
/** Fewer rows are shown if they are large. */
const MOST_SHOWN_CHARS = 4 * 1024 * 1024
const SAMPLES = 5
/** For larger files, the counts cover only their beginning. */
const MOST_CHECKED = 50_000

/** Says what an import would do. Writes nothing. */
export async function previewOf(
  deps: { db: Database; files: FileStore },
  actor: UserActor,
  question: Question,
) {
  const { survey, places } = question
  const { file, sheets, sheet, header, total } = survey
  const counts = await countsOf(deps, actor, question)
  return {
    format: file.format,
    encoding: file.format === 'csv' ? file.encoding : null,
    delimiter: file.format === 'csv' ? file.delimiter : null,
    sheet,
    sheets,
    header,
    columns: places.map(({ header: name, column, why }, index) => ({
      index,
      header: name,
      proposed: column?.key ?? null,
      why,
      samples: samplesOf(survey, index),
    })),
    rows: counts.shown.map(({ line, ...row }, at) => ({
      line,
      values: valuesOf(survey, at),
      ...row,
    })),
    counts: {
      rows: total,
      checked: counts.checked,
      sampled: counts.checked < total,
      wouldImport: counts.imported,
      wouldUpdate: counts.updated,
      wouldFail: counts.checked - counts.imported,
      coerced: counts.byColumn.reduce((sum, { coerced }) => sum + coerced, 0),
      byColumn: counts.byColumn,
    },
  }
}

const samplesOf = ({ first }: Survey, at: number): string[] =>
  first
    .flatMap(({ values }) => textOf(values[at] ?? '').trim() || [])
    .slice(0, SAMPLES)
    .map(clipped)

const valuesOf = ({ first }: Survey, at: number): string[] =>
  (first[at]?.values ?? []).map((value) => clipped(textOf(value)))

const clipped = (text: string): string => text.slice(0, 200).toWellFormed()

/** Reads the file's rows in blocks, and judges each block as a run would write it. */
async function countsOf(
  { db, files }: { db: Database; files: FileStore },
  actor: UserActor,
  question: Question,
) {
  const tally = new Tally(question)
  const memory: Memory = { uniques: new Map(), matches: new Set() }
  const judge = (lines: Line[]) =>
    db.withWorkspace(actor, async (tx) => {
      const { view, matchOn } = question
      const context = await contextOf(tx, view.definition, sentOf(lines), actor)
      const plan = await planLines(view, context, lines, matchOn)
      const block = { plan, lines: lines.map(({ line }) => line), matchOn }
      const { imported, updated } = await judgeImport(tx, view, context, block, memory)
      tally.add(lines, plan, imported, updated)
    })
  const columns = question.places.map(({ column }) => column)
  const ragged = question.survey.file.format === 'xlsx'
  for await (const block of blocksOf(files, question.survey.file)) {
    await judge(block.map((record) => lineOf(record, columns, ragged)))
    if (tally.checked >= MOST_CHECKED) return tally
  }
  return tally
}

class Tally {
  checked = 0
  imported = 0
  updated = 0
  readonly shown: ShownRow[] = []
  #shownChars = 0
  readonly #view: DefinitionView
  readonly #columns = new Map<Column, { filled: number; coerced: number; failed: number }>()

  constructor({ view, places }: Question) {
    this.#view = view
    for (const { column } of places) {
      if (column) this.#columns.set(column, { filled: 0, coerced: 0, failed: 0 })
    }
  }

  add(lines: readonly Line[], plan: ImportPlan, imported: number, updated: number): void {
    this.checked += lines.length
    this.imported += imported
    this.updated += updated
    for (const [at, row] of plan.rows.entries()) {
      const faults = plan.faults[at]!
      for (const [column, counts] of this.#columns) {
        if (row.filled.includes(column.slot)) counts.filled++
        if (row.coerced.some((one) => one.slot === column.slot && isConverted(one))) {
          counts.coerced++
        }
        if (faults.some((fault) => fault.column === column.id)) counts.failed++
      }
      if (this.shown.length < SHOWN_ROWS && this.#shownChars < MOST_SHOWN_CHARS) {
        const cells = plannedCells([...this.#columns.keys()], row)
        this.#shownChars += JSON.stringify(cells).length
        const coerced = row.coerced.filter(isConverted).flatMap(({ slot, sent, stored }) => {
          const column = this.#view.ofSlot(slot)?.key
          return column === undefined ? [] : { column, sent, stored }
        })
        const errors = faults.flatMap((fault) => shownFault(this.#view, fault))
        this.shown.push({ line: lines[at]!.line, cells, coerced, errors })
      }
    }
  }

  get byColumn() {
    return [...this.#columns].map(([{ key: column }, counts]) => ({ column, ...counts }))
  }
}

/** A file has only text, so reading a number as a number does not count as a conversion. */
const isConverted = ({ sent, stored }: { sent: string; stored: string }): boolean => sent !== stored

interface ShownRow {
  line: number
  cells: Record<string, unknown>
  coerced: { column: string; sent: string; stored: string }[]
  errors: ImportFault[]
}
