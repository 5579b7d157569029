import { filled } from './icon.ts'

export const IconPointFilled = filled(
  'M12 7a5 5 0 1 1 -4.995 5.217l-.005 -.217l.005 -.217a5 5 0 0 1 4.995 -4.783z',
)
