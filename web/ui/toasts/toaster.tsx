import { Notifications } from '@mantine/notifications'
import classes from './toaster.module.css'

/** Shows toasts, those from before it was loaded too. (There is a place for each corner; only one is used.) */
export function Toaster() {
  return <Notifications position="top-right" className={classes.place} />
}
