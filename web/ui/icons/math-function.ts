import { outline } from './icon.ts'

export const IconMathFunction = outline(
  'M3 19a2 2 0 0 0 2 2c2 0 2 -4 3 -9s1 -9 3 -9a2 2 0 0 1 2 2',
  'M5 12h6',
  'M15 12l6 6',
  'M15 18l6 -6',
)
