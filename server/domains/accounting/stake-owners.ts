import type { Stakes } from '../policies/money.ts'
import { listStakesOfDeals, listStakesOfSeat } from './stake-owners.sql.ts'

/** The stakes that decide who sees which money. */
export const stakeOwners: Stakes = { ofSeat: listStakesOfSeat, ofDeals: listStakesOfDeals }
