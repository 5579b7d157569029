import { Notifications } from '@mantine/notifications'

/** Over what the header can spare: neither over what a page does next, nor over the menu and the account. */
const place = { top: 4, right: 56, maxWidth: 'min(20rem, 100vw - 112px)' }

/** Shows toasts, those from before it was loaded too. */
export function Toaster() {
  return <Notifications position="top-right" style={place} />
}
