import { Readable } from 'node:stream'
import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { CSV_TYPE, XLSX_TYPE } from '../../../../contract/records/exports.ts'
import { shownType } from '../../../../shared/column-types.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Download } from '../../../platform/http/downloads.ts'
import { appendReadEvent } from '../../events/events.ts'
import type { RowsQuery } from '../listing/listing.ts'
import { ownIdColumn } from '../rows/own-id-column.rules.ts'
import { type Block, openBlocks } from './blocks.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.rules.ts'
import { disarmed } from './disarming.rules.ts'
import {
  columnWidth,
  csvField,
  numberFormat,
  type SheetCell,
  sheetCell,
  sheetText,
} from './export-cells.rules.ts'
import { attachment, sheetName } from './file-names.rules.ts'
import { workbook } from './workbook.ts'

export interface ExportQuery extends RowsQuery {
  format: 'csv' | 'xlsx'
  bom?: boolean
  ids?: boolean
}

/**
 * Opens an export. A wrong request is refused here, before anything is sent; the remaining rows are read while the
 * export is sent.
 */
export async function openExport(
  db: Database,
  actor: UserActor,
  address: DefinitionAddress,
  { format, bom = true, ids = false, ...query }: ExportQuery,
  mailDomain: string | null,
): Promise<Download> {
  const { first, blocks } = await openBlocks(db, actor, address, query, { ids, mailDomain })
  const { id, kind, name, key } = first.view.definition
  await appendReadEvent(db, actor, {
    type: 'export.made',
    actor: actorRef(actor),
    subject: `${kind}:${id}`,
    data: { format, ...(query.as && { as: query.as }) },
  })
  return {
    type: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    disposition: attachment(name, key, format),
    body:
      format === 'csv'
        ? Readable.from(csvChunks(first, blocks, bom, ids), { objectMode: false })
        : Readable.fromWeb(sheets(first, blocks, ids) as never),
  }
}

async function* csvChunks(
  { columns }: Block,
  blocks: AsyncIterable<Block>,
  bom: boolean,
  ids: boolean,
): AsyncGenerator<Buffer> {
  const fields = columns.map((column) => ({ key: column.key, type: shownType(column) }))
  const names = [...columns.map(({ name }) => name), ...(ids ? [ownIdColumn.name] : [])]
  let lines = (bom ? BYTE_ORDER_MARK : '') + csvLine(names.map(disarmed))
  for await (const { rows, ownIds, context } of blocks) {
    for (const [at, row] of rows.entries()) {
      const cells = fields.map(({ key, type }) => csvField(row[key], type, context))
      if (ids) cells.push(csvField(ownIds[at], 'text', context))
      lines += csvLine(cells)
    }
    if (lines !== '') yield Buffer.from(lines)
    lines = ''
  }
}

/** Roughly how long a cell's tags are in a worksheet. */
const TAG_CHARS = 50
/** Larger worksheets are written so that they can pass 4 GiB; the margin allows for rows longer than the first. */
const LARGE_CHARS = 2 ** 30

function sheets(
  first: Block,
  blocks: AsyncIterable<Block>,
  ids: boolean,
): ReadableStream<Uint8Array> {
  const { definition } = first.view
  const columns = first.columns.map((column) => {
    const type = shownType(column)
    return {
      key: column.key,
      type,
      header: sheetText(column.name),
      format: numberFormat(type, column, definition.locale.currency),
      width: columnWidth(type),
    }
  })
  const { key, type, name } = ownIdColumn
  const ownId = { key, type, header: name, format: undefined, width: columnWidth(type) }
  const chars = first.rowCount * (first.rowChars + columns.length * TAG_CHARS)
  return workbook(
    sheetName(definition.name),
    ids ? [...columns, ownId] : columns,
    rows(),
    chars > LARGE_CHARS,
  )

  async function* rows(): AsyncGenerator<SheetCell[]> {
    for await (const { rows, ownIds, context } of blocks) {
      for (const [at, row] of rows.entries()) {
        const cells = columns.map(({ key, type }) => sheetCell(row[key], type, context))
        if (ids) cells.push(sheetCell(ownIds[at], type, context))
        yield cells
      }
    }
  }
}
