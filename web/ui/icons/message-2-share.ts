import { outline } from './icon.ts'

export const IconMessage2Share = outline(
  'M8 9h8',
  'M8 13h6',
  'M12 21l-3 -3h-3a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v6',
  'M16 22l5 -5',
  'M21 21.5v-4.5h-4.5',
)
