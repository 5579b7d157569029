import type { Head } from '../../service/heads.ts'
import type { Icon } from '../../ui/icons/icon.ts'
import type { Findable } from './palette.rules.ts'

/** Something that the palette leads to. */
export type Place = Findable & { icon: Icon; look?: Head; to: string }

/** A command goes somewhere, opens the dialog that creates a board or page, or changes the open record. */
export type Command =
  | Place
  | (Findable & { icon: Icon; make: 'board' | 'page' })
  | (Findable & { icon: Icon; run: () => void })
