import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { NewColumnBody } from '../columns/columns.ts'
import { createDefinition } from './boards.ts'

/** Labels, each with a color of the app's theme. */
const stages = (colors: Record<string, string>) => ({
  options: Object.entries(colors).map(([label, color]) => ({ label, color })),
})

const leads: NewColumnBody[] = [
  { name: 'Business', type: 'text', required: true },
  { name: 'Contact', type: 'text' },
  { name: 'Email', type: 'email' },
  { name: 'Phone', type: 'phone' },
  { name: 'Amount requested', type: 'currency' },
  {
    name: 'Stage',
    type: 'select',
    settings: stages({ New: 'blue', Contacted: 'cyan', Qualified: 'green', Lost: 'gray' }),
  },
  { name: 'Owner', type: 'person' },
  { name: 'Notes', type: 'long_text' },
]

const deals: NewColumnBody[] = [
  { name: 'Deal', type: 'text', required: true },
  {
    name: 'Stage',
    type: 'select',
    settings: stages({
      Submitted: 'blue',
      Offer: 'yellow',
      Contract: 'grape',
      Funded: 'green',
      Declined: 'gray',
    }),
  },
  { name: 'Funded amount', type: 'currency' },
  { name: 'Factor rate', type: 'number' },
  { name: 'Funded on', type: 'date' },
  { name: 'Owner', type: 'person' },
  { name: 'Notes', type: 'long_text' },
]

/** Every new workspace starts with the two pages that a desk needs most. */
export async function makeFirstPages(tx: Tx, actor: Actor): Promise<void> {
  await createDefinition(tx, actor, 'page', { name: 'Leads', key: 'leads', columns: leads })
  await createDefinition(tx, actor, 'page', { name: 'Deals', key: 'deals', columns: deals })
}
