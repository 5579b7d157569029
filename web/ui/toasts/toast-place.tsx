import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'

const Toaster = lazy(() => import('./toaster.tsx').then((m) => ({ default: m.Toaster })))

/** Where toasts appear; the code that shows them is loaded with the first one. */
export function ToastPlace() {
  const { notifications } = useNotifications()
  const [needed, setNeeded] = useState(false)
  if (!needed && notifications.length > 0) setNeeded(true)
  return (
    needed && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
