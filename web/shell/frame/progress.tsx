import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAnswer } from '../../service/api.ts'
import { useReached } from '../../service/reach.ts'
import { useWaiting } from '../../service/waiting.ts'
import classes from './progress.module.css'

/** Says that the next page is loading, or that the service is away. */
export function Progress() {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  return (
    <>
      {isLoading && (
        <div className={classes.bar} role="progressbar" aria-label="Loading the page" />
      )}
      <div role="status" className={classes.status}>
        {!useReached() && <Away />}
      </div>
    </>
  )
}

/** Asks until the service answers, then refreshes everything that is shown. */
function Away() {
  const queries = useQueryClient()
  useAnswer('auth.getSignup', {}, { refetchInterval: 3_000 })
  useEffect(() => () => void queries.invalidateQueries(), [queries])
  const waiting = useWaiting()
  const changes =
    waiting === 1 ? '1 change is waiting' : `${waiting.toLocaleString()} changes are waiting`
  return (
    <Text size="xs" className={classes.away}>
      You’re offline. {waiting > 0 ? `${changes} to be sent.` : 'Reconnecting…'}
    </Text>
  )
}
