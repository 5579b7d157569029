import type { Area } from './area.ts'
import { accountLinks } from './areas/account-links.ts'
import { accounting } from './areas/accounting.ts'
import { agreements } from './areas/agreements.ts'
import { channels } from './areas/channels.ts'
import { columns } from './areas/columns.ts'
import { conversations } from './areas/conversations.ts'
import { documents } from './areas/documents.ts'
import { exports } from './areas/exports.ts'
import { feeds } from './areas/feeds.ts'
import { files } from './areas/files.ts'
import { forms } from './areas/forms.ts'
import { hooks } from './areas/hooks.ts'
import { imports } from './areas/imports.ts'
import { intakeAddresses } from './areas/intake-addresses.ts'
import { intakeHooks } from './areas/intake-hooks.ts'
import { obligations } from './areas/obligations.ts'
import { overviews } from './areas/overviews.ts'
import { payouts } from './areas/payouts.ts'
import { policies } from './areas/policies.ts'
import { rowChanges } from './areas/row-changes.ts'
import { rows } from './areas/rows.ts'
import { templates } from './areas/templates.ts'
import { textHooks } from './areas/text-hooks.ts'
import { timelines } from './areas/timelines.ts'
import { tokens } from './areas/tokens.ts'
import { views } from './areas/views.ts'

export const areas: readonly Area[] = [
  accountLinks,
  tokens,
  rows,
  rowChanges,
  columns,
  views,
  exports,
  forms,
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
  overviews,
  conversations,
  channels,
  templates,
  hooks,
  textHooks,
  intakeAddresses,
  intakeHooks,
]
