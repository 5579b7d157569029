import { outline } from './icon.ts'

export const IconChevronUp = outline('M6 15l6 -6l6 6')
