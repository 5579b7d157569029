import type { Area } from '../area.ts'

export const rows: Area = { good: [], cases: [] }
