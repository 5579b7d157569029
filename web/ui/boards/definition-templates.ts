import { MOST_KEY_CHARS } from '../../../shared/limits.ts'
import type { Body } from '../../api.ts'

type NewColumn = NonNullable<Body<'definitions.create'>['columns']>[number]

interface Template {
  id: string
  label: string
  description: string
  columns: NewColumn[]
}

const options = (...labels: [label: string, color: string][]) => ({
  settings: { options: labels.map(([label, color]) => ({ label, color })) },
})

/** The templates for a new board or page. */
export const templates: readonly Template[] = [
  {
    id: 'leads',
    label: 'Leads',
    description: 'Business, contact, email, phone, amount, stage, owner, notes.',
    columns: [
      { name: 'Business', type: 'text', required: true },
      { name: 'Contact', type: 'text' },
      { name: 'Email', type: 'email' },
      { name: 'Phone', type: 'phone' },
      { name: 'Amount requested', type: 'currency' },
      {
        name: 'Stage',
        type: 'select' as const,
        ...options(
          ['New', 'blue'],
          ['Contacted', 'cyan'],
          ['Qualified', 'green'],
          ['Lost', 'gray'],
        ),
      },
      { name: 'Owner', type: 'person' },
      { name: 'Notes', type: 'long_text' },
    ],
  },
  {
    id: 'deals',
    label: 'Deals',
    description:
      'Deal, stage, funded amount, rate, payback computed from both, date, owner, notes.',
    columns: [
      { name: 'Deal', type: 'text', required: true },
      {
        name: 'Stage',
        type: 'select' as const,
        ...options(
          ['Submitted', 'blue'],
          ['Offer', 'yellow'],
          ['Contract', 'grape'],
          ['Funded', 'green'],
          ['Declined', 'gray'],
        ),
      },
      { name: 'Funded amount', type: 'currency' },
      { name: 'Factor rate', type: 'number' },
      {
        name: 'Payback',
        type: 'formula' as const,
        settings: { expression: 'funded_amount * factor_rate' },
      },
      { name: 'Funded on', type: 'date' },
      { name: 'Owner', type: 'person' },
      { name: 'Notes', type: 'long_text' },
    ],
  },
  {
    id: 'applications',
    label: 'Applications',
    description: 'Business, contact, email, phone, amount, bank statements, stage.',
    columns: [
      { name: 'Business', type: 'text', required: true },
      { name: 'Contact', type: 'text' },
      { name: 'Email', type: 'email' },
      { name: 'Phone', type: 'phone' },
      { name: 'Amount requested', type: 'currency' },
      {
        name: 'Bank statements',
        type: 'file' as const,
        settings: { accept: ['application/pdf', 'image/*'] },
      },
      {
        name: 'Stage',
        type: 'select' as const,
        ...options(
          ['New', 'blue'],
          ['In review', 'cyan'],
          ['Approved', 'green'],
          ['Declined', 'gray'],
        ),
      },
    ],
  },
  {
    id: 'blank',
    label: 'Blank',
    description: 'One text column. You add the rest.',
    columns: [{ name: 'Name', type: 'text' }],
  },
]

/** The key that a name suggests: `Website form (new)` is `website-form-new`. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_KEY_CHARS)
    .replace(/^-+|-+$/g, '')
