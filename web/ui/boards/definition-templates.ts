import { dealColumns, leadColumns, optionsOf } from '../../../shared/desk-columns.ts'
import { MOST_KEY_CHARS } from '../../../shared/limits.ts'
import type { Body } from '../../service/api.ts'

type NewColumn = NonNullable<Body<'definitions.create'>['columns']>[number]

interface Template {
  id: string
  label: string
  description: string
  columns: NewColumn[]
}

const payback: NewColumn = {
  name: 'Payback',
  type: 'formula',
  settings: { expression: 'funded_amount * factor_rate' },
}

/** The templates for a new board or page. */
export const templates: readonly Template[] = [
  {
    id: 'leads',
    label: 'Leads',
    description: 'Business, contact, email, phone, amount, stage, owner, notes.',
    columns: leadColumns,
  },
  {
    id: 'deals',
    label: 'Deals',
    description:
      'Deal, stage, funded amount, rate, payback computed from both, date, owner, notes.',
    columns: dealColumns.flatMap((column) =>
      column.name === 'Factor rate' ? [column, payback] : [column],
    ),
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
        settings: optionsOf({
          New: 'blue',
          'In review': 'cyan',
          Approved: 'green',
          Declined: 'gray',
        }),
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
