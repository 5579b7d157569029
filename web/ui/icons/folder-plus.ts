import { outline } from './icon.ts'

export const IconFolderPlus = outline(
  'M12 19h-7a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2h4l3 3h7a2 2 0 0 1 2 2v3.5',
  'M16 19h6',
  'M19 16v6',
)
