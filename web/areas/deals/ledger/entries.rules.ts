import { isReversibleKind } from '../../../../shared/reversals.ts'
import type { Entry } from '../deal/types.ts'

/** Whether an entry can be reversed, which is possible once. */
export const isReversible = ({ kind, reversedBy }: Pick<Entry, 'kind' | 'reversedBy'>): boolean =>
  isReversibleKind(kind) && reversedBy === null

/** The entry that a reversal cancels. The ledger lists it earlier, unless it shows only one kind of entry. */
export const reversedIn = <E extends Pick<Entry, 'id' | 'reverses'>>(
  entries: readonly E[],
  { reverses }: E,
): E | undefined => (reverses === null ? undefined : entries.find(({ id }) => id === reverses))
