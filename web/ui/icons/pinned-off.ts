import { outline } from './icon.ts'

export const IconPinnedOff = outline(
  'M9 4v1',
  'M9 9v1l-2 4v2h9',
  'M16 12l-1 -2v-6',
  'M12 16v5',
  'M8 4h8',
  'M3 3l18 18',
)
