import { createColumn, type NewColumnBody } from '../domains/records/columns/columns.ts'
import { createView } from '../domains/records/listing/saved-views.ts'
import { putPolicy } from '../domains/records/policies/column-policies.ts'
import { createRows } from '../domains/records/rows/rows.ts'
import type { Database } from '../platform/database/db.ts'
import type { Desk } from './people.ts'

const at = { key: 'deals' }

const columns: NewColumnBody[] = [
  { name: 'Lead', type: 'link', settings: { definitionKey: 'leads' } },
  { name: 'Commission %', key: 'commission', type: 'percent' },
  {
    name: 'Payback',
    type: 'formula',
    description: 'The total that the business pays back.',
    settings: { expression: '{Funded amount} * {Factor rate}' },
  },
  {
    name: 'Commission',
    key: 'commission_amount',
    type: 'formula',
    settings: { expression: '{Funded amount} * {Commission %} / 100' },
  },
]

/** Makes deals that are linked to leads, with formulas and a column that members do not see. Returns their ids. */
export async function furnishDeals(
  db: Database,
  { dana }: Desk,
  leads: string[],
): Promise<string[]> {
  const deals = [
    {
      deal: 'Blue Anchor: working capital',
      stage: 'Offer',
      lead: [leads[0]],
      funded_amount: 80000,
      factor_rate: 1.29,
      commission: 8,
    },
    {
      deal: 'Kessler: equipment',
      stage: 'Submitted',
      lead: [leads[1]],
      funded_amount: 120000,
      factor_rate: 1.24,
      commission: 6.5,
    },
    {
      deal: 'Nguyen Dental: expansion',
      stage: 'Funded',
      lead: [leads[2]],
      funded_amount: 250000,
      factor_rate: 1.18,
      commission: 5,
      funded_on: '2026-10-01',
    },
  ]
  return db.withWorkspace(dana, async (tx) => {
    for (const column of columns) await createColumn(tx, dana, at, column)
    await putPolicy(
      tx,
      dana,
      { ...at, column: 'commission' },
      {
        visibleTo: { mode: 'roles', roles: ['manager'] },
        editableBy: { mode: 'roles', roles: ['manager'] },
      },
    )
    const rows = deals.map((deal) => ({ cells: { ...deal, owner: dana.crmUserId } }))
    const made = await createRows(tx, dana, at, { rows })
    await createView(tx, dana, at, {
      name: 'Pipeline',
      kind: 'kanban',
      group: 'stage',
      sum: ['funded_amount'],
    })
    await createView(tx, dana, at, {
      name: 'Funded',
      filter: { column: 'stage', op: 'eq', value: 'Funded' },
      sort: ['-funded_on'],
    })
    return [made.data].flat().map(({ id }) => id)
  })
}
