import { Notifications } from '@mantine/notifications'
import classes from './toaster.module.css'

/** Shows toasts, including those from before it was loaded. Mantine draws a place in each corner; we use one. */
export function Toaster() {
  return <Notifications position="bottom-left" className={classes.place} />
}
