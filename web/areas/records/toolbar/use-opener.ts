import { type RefObject, useEffect, useRef, useState } from 'react'

export interface Opener {
  opened: boolean
  onChange: (opened: boolean) => void
  /** The button; what opens gives focus back to it. */
  target: RefObject<HTMLButtonElement | null>
}

/** A button whose panel or menu is loaded when it is opened for the first time. */
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
 * Closed at first, and then as told. The button stands in another place of the tree once its panel is loaded: it is
 * given the focus that it had, so that what opens knows where to give it back.
 */
export function useOpened({ opened, target }: Opener): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    target.current?.focus()
    setThere(true)
  }, [target])
  return opened && isThere
}
