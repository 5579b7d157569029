import { outline } from './icon.ts'

export const IconPlayerPlay = outline('M7 4v16l13 -8l-13 -8')
