import { Button, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { api } from '../../service/api.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'

const LOOK_MS = 3_000
/** The shortest time between two automatic reloads: the missing part may stay missing. */
const PAUSE_MS = 60_000
const KEY = 'sourcebook-reloaded'

/** For a page whose files could not be loaded: once the service answers, everything is reloaded. */
export function MissingPart() {
  useEffect(() => {
    const look = async () => {
      if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return
      if (!(await api.auth.getSignup()).ok) return
      sessionStorage.setItem(KEY, String(Date.now()))
      window.location.reload()
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Page>
      <PageHeader title="This page could not be loaded" />
      <Text size="sm" role="status">
        The service is not answering, or has been updated. This page reloads by itself as soon as it
        can.
      </Text>
      <Group>
        <Button onClick={() => window.location.reload()}>Reload now</Button>
      </Group>
    </Page>
  )
}
