import { outline } from './icon.ts'

export const IconPlugX = outline(
  'M13.55 17.733a5.806 5.806 0 0 1 -7.356 -4.052a5.81 5.81 0 0 1 1.537 -5.627l2.054 -2.054l7.165 7.165',
  'M4 20l3.5 -3.5',
  'M15 4l-3.5 3.5',
  'M20 9l-3.5 3.5',
  'M16 16l4 4',
  'M20 16l-4 4',
)
