import { type RefObject, useEffect, useRef, useState } from 'react'

export interface Opener {
  opened: boolean
  onChange: (opened: boolean) => void
  /** The button; whatever opens returns the focus to it. */
  target: RefObject<HTMLButtonElement | null>
}

/** A button whose panel or menu is loaded when it is first opened. */
export function useOpener() {
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  const opener: Opener = { opened: opened ?? false, onChange: setOpened, target }
  const button = {
    ref: target,
    'aria-expanded': opened ?? false,
    onClick: () => setOpened((before) => !before),
  }
  return { wasOpened: opened !== undefined, opener, button }
}

/**
 * False at first, then as given. The button moves in the tree once its panel is loaded, so it gets its focus back here.
 * The panel then knows where to return the focus.
 */
export function useOpened({ opened, target }: Opener): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    target.current?.focus()
    setThere(true)
  }, [target])
  return opened && isThere
}
