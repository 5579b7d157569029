import { outline } from './icon.ts'

export const IconArrowsSort = outline('M3 9l4 -4l4 4m-4 -4v14', 'M21 15l-4 4l-4 -4m4 4v-14')
