import type { Area } from './area.ts'
import { accounting } from './areas/accounting.ts'
import { agreements } from './areas/agreements.ts'
import { columns } from './areas/columns.ts'
import { documents } from './areas/documents.ts'
import { exports } from './areas/exports.ts'
import { feeds } from './areas/feeds.ts'
import { files } from './areas/files.ts'
import { imports } from './areas/imports.ts'
import { obligations } from './areas/obligations.ts'
import { payouts } from './areas/payouts.ts'
import { policies } from './areas/policies.ts'
import { rowChanges } from './areas/row-changes.ts'
import { rows } from './areas/rows.ts'
import { timelines } from './areas/timelines.ts'
import { views } from './areas/views.ts'

export const areas: readonly Area[] = [
  rows,
  rowChanges,
  columns,
  views,
  exports,
  policies,
  imports,
  feeds,
  files,
  documents,
  obligations,
  accounting,
  payouts,
  agreements,
  timelines,
]
