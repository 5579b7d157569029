import { usePeople } from '../../session.ts'
import classes from './avatar.module.css'
import { Avatar } from './avatar.tsx'

interface Props {
  id: number | null
  /** What to say instead of the name, such as `you`. */
  as?: string
}

/** A person of the workspace, with initials and a name. Nothing if nobody is chosen. */
export function PersonName({ id, as }: Props) {
  const { nameOf } = usePeople()
  if (id === null) return null
  const name = nameOf(id)
  return (
    <span className={classes.person}>
      <Avatar id={id} name={name} size={18} />
      <span>{as ?? name}</span>
    </span>
  )
}
