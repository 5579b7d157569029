import { Notifications } from '@mantine/notifications'
import classes from './toaster.module.css'

/** Shows toasts, including those from before it was loaded. (There is a place for each corner; only one is used.) */
export function Toaster() {
  return <Notifications position="top-right" className={classes.place} />
}
