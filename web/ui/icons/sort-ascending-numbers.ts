import { outline } from './icon.ts'

export const IconSortAscendingNumbers = outline(
  'M4 15l3 3l3 -3',
  'M7 6v12',
  'M17 3a2 2 0 0 1 2 2v3a2 2 0 1 1 -4 0v-3a2 2 0 0 1 2 -2',
  'M15 16a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M19 16v3a2 2 0 0 1 -2 2h-1.5',
)
