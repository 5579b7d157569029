import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import type { NewColumnBody } from './columns.ts'
import { createDefinition } from './definitions.ts'

const stages = (...labels: string[]) => ({ options: labels.map((label) => ({ label })) })

const leads: NewColumnBody[] = [
  { name: 'Business', type: 'text', required: true },
  { name: 'Contact', type: 'text' },
  { name: 'Email', type: 'email' },
  { name: 'Phone', type: 'phone' },
  { name: 'Amount requested', type: 'currency' },
  { name: 'Stage', type: 'select', settings: stages('New', 'Contacted', 'Qualified', 'Lost') },
  { name: 'Owner', type: 'person' },
  { name: 'Notes', type: 'long_text' },
]

const deals: NewColumnBody[] = [
  { name: 'Deal', type: 'text', required: true },
  {
    name: 'Stage',
    type: 'select',
    settings: stages('Submitted', 'Offer', 'Contract', 'Funded', 'Declined'),
  },
  { name: 'Funded amount', type: 'currency' },
  { name: 'Factor rate', type: 'number' },
  { name: 'Funded on', type: 'date' },
  { name: 'Owner', type: 'person' },
  { name: 'Notes', type: 'long_text' },
]

/** Every new workspace starts with the two pages that a desk lives on. */
export async function makeFirstPages(tx: Tx, actor: Actor): Promise<void> {
  await createDefinition(tx, actor, 'page', { name: 'Leads', key: 'leads', columns: leads })
  await createDefinition(tx, actor, 'page', { name: 'Deals', key: 'deals', columns: deals })
}
