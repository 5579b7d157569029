import { Notifications } from '@mantine/notifications'

/** Shows toasts, those from before it was loaded too. */
export function Toaster() {
  return <Notifications position="top-right" />
}
