import { soonPart } from '../../../service/parts.ts'

/** Loaded before somebody selects rows. */
export const BulkBar = soonPart(() => import('./bulk-bar.tsx').then((m) => m.BulkBar))
