import { outline } from './icon.ts'

export const IconZoomExclamation = outline(
  'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0',
  'M21 21l-6 -6',
  'M10 13v.01',
  'M10 7v3',
)
