import { recordImport } from '../domains/imports/runs/runs.ts'
import { createComment } from '../domains/records/history/comments.ts'
import { createView } from '../domains/records/listing/saved-views.ts'
import { updateRow } from '../domains/records/rows/row-edits.ts'
import { createRows } from '../domains/records/rows/rows.ts'
import { removeRow } from '../domains/records/trash/row-removals.ts'
import type { Database } from '../platform/database/db.ts'
import type { Desk } from './people.ts'

type Lead = readonly [
  business: string,
  contact: string,
  email: string,
  phone: string,
  amount: number,
  stage: string,
]

const typed: Lead[] = [
  [
    'Blue Anchor Seafood LLC',
    'Rosa Delgado',
    'rosa@blueanchor.example',
    '+1 415 555 0132',
    75000,
    'New',
  ],
  [
    'Kessler Roofing',
    'Tom Kessler',
    'tom@kesslerroofing.example',
    '+1 312 555 0188',
    120000,
    'Contacted',
  ],
  [
    'Nguyen Dental Group',
    'Linh Nguyen',
    'office@nguyendental.example',
    '+1 713 555 0110',
    250000,
    'Qualified',
  ],
  [
    'Prairie Freight Co',
    'Sam Ortiz',
    'sam@prairiefreight.example',
    '+1 402 555 0175',
    90000,
    'New',
  ],
  ['Test lead, please ignore', 'Test', 'test@harborline.example', '+1 415 555 0100', 1, 'New'],
]

/** Leads that somebody brought from a trade show, imported as a client does it: row by row, then recorded as a run. */
const brought: Lead[] = [
  [
    'Cascade Coffee Roasters',
    'Ben Hale',
    'ben@cascadecoffee.example',
    '+1 503 555 0141',
    60000,
    'New',
  ],
  [
    'Marigold Day Spa',
    'Ana Flores',
    'ana@marigoldspa.example',
    '+1 602 555 0119',
    35000,
    'Contacted',
  ],
  [
    'Ironclad Welding',
    'Joe Petrov',
    'joe@ironclad.example',
    '+1 216 555 0163',
    110000,
    'Qualified',
  ],
  [
    'Sunset Solar Installers',
    'Kim Park',
    'kim@sunsetsolar.example',
    '+1 619 555 0127',
    180000,
    'New',
  ],
  ['Old Mill Bakery', 'Nora Lind', 'nora@oldmill.example', '+1 207 555 0182', 45000, 'Lost'],
  ['Redwood Auto Body', 'Luis Vega', 'luis@redwoodauto.example', '+1 707 555 0156', 70000, 'New'],
  [
    'Harbor View Motel',
    'Grace Oyelaran',
    'grace@harborview.example',
    '+1 541 555 0194',
    140000,
    'Contacted',
  ],
  [
    'Pine Ridge Landscaping',
    'Matt Doyle',
    'matt@pineridge.example',
    '+1 406 555 0138',
    55000,
    'New',
  ],
]

const at = { key: 'leads' }

/** Makes leads with some history, and returns the ids of those that were typed in. */
export async function furnishLeads(db: Database, { dana, priya }: Desk): Promise<string[]> {
  const cells = ([business, contact, email, phone, amount_requested, stage]: Lead) => ({
    cells: { business, contact, email, phone, amount_requested, stage, owner: priya.crmUserId },
  })
  const add = (rows: Lead[], source: 'manual' | 'import') =>
    db.withWorkspace(priya, async (tx) => {
      const made = await createRows(tx, priya, at, { rows: rows.map(cells), source })
      return (made.data as { id: string }[]).map(({ id }) => id)
    })
  const ids = await add(typed, 'manual')
  const results = await add(brought, 'import')
  await db.withWorkspace(priya, (tx) =>
    recordImport(tx, priya, at, {
      fileName: 'trade-show-leads.csv',
      results,
      total: results.length + 1,
      imported: results.length,
      failed: 1,
    }),
  )
  const [anchor, kessler, , , test] = ids.map((rowId) => ({ ...at, rowId }))
  await db.withWorkspace(priya, (tx) =>
    updateRow(tx, priya, anchor!, { cells: { stage: 'Contacted', notes: 'Called; wants terms.' } }),
  )
  await db.withWorkspace(dana, async (tx) => {
    await updateRow(tx, dana, anchor!, { cells: { stage: 'Qualified', amount_requested: 80000 } })
    await createComment(tx, dana, anchor!, {
      body: 'Bank statements are in. Priya, please ask for the lease.',
      mentions: [priya.crmUserId],
    })
    await createComment(tx, dana, kessler!, { body: 'Busy season: call again in two weeks.' })
    await removeRow(tx, dana, test!)
    await createView(tx, dana, at, {
      name: 'To call, largest first',
      filter: { column: 'stage', op: 'in', value: ['New', 'Contacted'] },
      sort: ['-amount_requested'],
      fields: ['business', 'contact', 'phone', 'amount_requested', 'stage'],
    })
    await createView(tx, dana, at, {
      name: 'By stage',
      kind: 'kanban',
      group: 'stage',
      sum: ['amount_requested'],
    })
  })
  return ids
}
