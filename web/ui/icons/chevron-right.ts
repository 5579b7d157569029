import { outline } from './icon.ts'

export const IconChevronRight = outline('M9 6l6 6l-6 6')
