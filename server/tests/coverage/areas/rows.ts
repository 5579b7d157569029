import { titleOperations as op } from '../../../../contract/records/rows.ts'
import type { Area } from '../area.ts'
import { NOTHING } from '../subjects.ts'

export const rows: Area = {
  good: [
    [
      op.listTitles,
      ({ owner, board, page }) => ({
        token: owner,
        query: { ids: `${board.rowId},${page.rowId}` },
      }),
    ],
    [op.listNewest, ({ owner }) => ({ token: owner })],
  ],
  cases: [],
  rules: {
    'query.ids': [
      {
        put: (sent, id) => ({ ...sent, query: { ids: String(id) } }),
        foreign: (theirs) => [theirs.board.rowId, theirs.page.rowId],
        as: { missing: NOTHING, status: 200 },
      },
    ],
  },
}
