import { outline } from './icon.ts'

export const IconCheck = outline('M5 12l5 5l10 -10')
