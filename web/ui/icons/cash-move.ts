import { outline } from './icon.ts'

export const IconCashMove = outline(
  'M7 15h-3a1 1 0 0 1 -1 -1v-8a1 1 0 0 1 1 -1h12a1 1 0 0 1 1 1v3',
  'M12 19h-4a1 1 0 0 1 -1 -1v-8a1 1 0 0 1 1 -1h12a1 1 0 0 1 1 1v2.5',
  'M15.92 13.437a2 2 0 1 0 -2.472 2.486',
  'M16 19h6',
  'M19 16l3 3l-3 3',
)
