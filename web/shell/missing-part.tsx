import { Button, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { api } from '../api.ts'
import { Page, PageHeader } from '../ui/layout/page-header.tsx'

const LOOK_MS = 3_000
/** Of its own accord a page is loaded anew so often at most: what is missing may stay so. */
const PAUSE_MS = 60_000
const KEY = 'sourcebook-loaded-anew'

/** For a page whose files could not be loaded: as soon as the service answers, everything is loaded anew. */
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
        The service does not answer, or has a newer version than the one open here. The page loads
        by itself as soon as it can.
      </Text>
      <Group>
        <Button onClick={() => window.location.reload()}>Load it now</Button>
      </Group>
    </Page>
  )
}
