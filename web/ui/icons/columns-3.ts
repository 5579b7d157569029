import { outline } from './icon.ts'

export const IconColumns3 = outline(
  'M3 4a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-16',
  'M9 3v18',
  'M15 3v18',
)
