import type { Answer, Body } from '../../../service/api.ts'

type Written = Answer<'ingest.writeRows'> | Answer<'ingest.writeRecords'>
export type WriteBody = Body<'ingest.writeRecords'>

/** What happened to one cell that was sent. */
export interface CellResult {
  column: string
  outcome: 'filled' | 'converted' | 'ignored'
  /** The value sent, if it was converted. */
  sent?: string
  /** The value stored, or why it was not. */
  value: string
}
export interface RowResult {
  id: string | null
  position: number | null
  outcome?: 'created' | 'updated' | 'replayed'
  cells: CellResult[]
}

/** Reads typed text as a body; a problem says where it is. */
export function readBody(text: string): { body: WriteBody } | { problem: string } {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { body }
    return { problem: 'Send a JSON object with “cells” for one row, or “rows” for several.' }
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : error}` }
  }
}

/** The text with an upload added to the files of a column, in its first row. The text stays if it is no body. */
export function withUpload(text: string, column: string, upload: string): string {
  const read = readBody(text)
  if (!('body' in read)) return text
  const body = read.body as Row & { rows?: Row[] }
  const row = body.rows?.[0] ?? body
  row.cells ??= {}
  const files = row.cells[column]
  row.cells[column] = [...(Array.isArray(files) ? files : []), upload]
  return JSON.stringify(body, null, 2)
}

interface Row {
  cells?: Record<string, unknown>
}

/** The answer to a write, row by row and cell by cell, grouped by outcome. */
export function resultsOf(answer: Written): RowResult[] {
  if ('receipts' in answer) {
    return answer.data.map((row, at) => resultOf(row, answer.receipts[at]!))
  }
  return [resultOf(answer.data, answer)]
}

interface Receipt {
  filled: string[]
  coerced: { column: string; sent: string; stored: string }[]
  ignored: { column: string; why: string }[]
  outcome?: 'created' | 'updated' | 'replayed'
}

function resultOf(
  row: { id: string | null; position: number | null; cells: Record<string, unknown> },
  { filled, coerced, ignored, outcome }: Receipt,
): RowResult {
  const stored = filled.map((column): CellResult => {
    const conversion = coerced.find((one) => one.column === column)
    const value = conversion?.stored ?? textOf(row.cells[column])
    return conversion
      ? { column, outcome: 'converted', sent: conversion.sent, value }
      : { column, outcome: 'filled', value }
  })
  const dropped = ignored.map(
    ({ column, why }): CellResult => ({ column, outcome: 'ignored', value: why }),
  )
  const { id, position } = row
  return { id, position, ...(outcome ? { outcome } : {}), cells: [...stored, ...dropped] }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

export interface RateUse {
  limit: number
  remaining: number
  /** Seconds until the full rate is available again. */
  reset: number
}

/** How much of the key's rate limit is left, from an answer's headers. */
export function rateUseOf(headers: Headers): RateUse | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((part) =>
    Number(headers.get(`ratelimit-${part}`) ?? Number.NaN),
  ) as [number, number, number]
  return Number.isFinite(limit + remaining + reset) ? { limit, remaining, reset } : undefined
}
