import { usePeople } from '../../service/session.ts'
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
      <Initials id={id} />
      <span>{as ?? name}</span>
    </span>
  )
}

function Initials({ id }: { id: number }) {
  const { nameOf } = usePeople()
  return <Avatar id={id} name={nameOf(id)} size={18} />
}

/** Shows initials in a choice of people, whose values are their numbers: of the one chosen, and of those offered. */
export const withInitials = (chosen: string | null) => ({
  leftSection: chosen === null ? null : <Initials id={Number(chosen)} />,
  renderOption: ({ option }: { option: { value: string } }) => (
    <PersonName id={Number(option.value)} />
  ),
})
