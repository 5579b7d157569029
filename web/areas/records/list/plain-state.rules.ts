import type { GridState } from './types.ts'

/** How the rows of a board or page are shown until somebody changes it. */
export const plainState: GridState = {
  kind: 'grid',
  order: [],
  widths: {},
  hidden: [],
  frozen: 1,
  filter: null,
  sort: [],
  group: null,
  search: '',
  totals: {},
}
