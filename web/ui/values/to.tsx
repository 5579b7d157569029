import { IconArrowRight } from '../icons/icons.ts'

/** The arrow from an old value to a new one. Fonts often lack it. */
export function To() {
  return (
    <>
      {' '}
      <IconArrowRight size={13} role="img" aria-label="to" style={{ verticalAlign: '-2px' }} />{' '}
    </>
  )
}
