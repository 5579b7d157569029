import { outline } from './icon.ts'

export const IconArrowsUp = outline('M17 3l0 18', 'M4 6l3 -3l3 3', 'M20 6l-3 -3l-3 3', 'M7 3l0 18')
