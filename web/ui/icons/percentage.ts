import { outline } from './icon.ts'

export const IconPercentage = outline(
  'M16 17a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M6 7a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M6 18l12 -12',
)
