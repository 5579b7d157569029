import type { Splits } from '../../policies/money.ts'
import { listSplitsOfDeals, listSplitsOfSeat } from './split-owners.sql.ts'

/** The splits that decide who sees which money. */
export const splitOwners: Splits = { ofSeat: listSplitsOfSeat, ofDeals: listSplitsOfDeals }
