import { outline } from './icon.ts'

export const IconAlarm = outline(
  'M5 13a7 7 0 1 0 14 0a7 7 0 1 0 -14 0',
  'M12 10l0 3l2 0',
  'M7 4l-2.75 2',
  'M17 4l2.75 2',
)
