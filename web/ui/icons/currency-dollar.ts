import { outline } from './icon.ts'

export const IconCurrencyDollar = outline(
  'M16.7 8a3 3 0 0 0 -2.7 -2h-4a3 3 0 0 0 0 6h4a3 3 0 0 1 0 6h-4a3 3 0 0 1 -2.7 -2',
  'M12 3v3m0 12v3',
)
