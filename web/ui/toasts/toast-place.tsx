import { useNotifications } from '@mantine/notifications'
import { Suspense, useState } from 'react'
import { laterOrNothing } from '../../service/parts.ts'
import { usePartsSoon } from '../../service/parts-soon.ts'

const load = () => import('./toaster.tsx')
const Toaster = laterOrNothing(() => load().then((m) => m.Toaster))
const parts = [load]

/** Where toasts appear; the code that shows them is loaded with the first one, or before it. */
export function ToastPlace() {
  usePartsSoon(parts)
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
