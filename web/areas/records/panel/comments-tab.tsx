import { Skeleton, Stack } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useChange, usePages } from '../../../api.ts'
import { useMay } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { commentQueries } from './comment-queries.ts'
import classes from './panel.module.css'

interface Props {
  definitionKey: string
  rowId: string
}

/** The comments on a record, oldest first, and a form for a new one. */
export function CommentsTab({ definitionKey: key, rowId }: Props) {
  const mayWrite = useMay('member')
  const params = { key, rowId }
  const comments = usePages('definitions.listComments', { params, query: { limit: 100 } })
  const write = useChange('definitions.createComment', {
    outdates: commentQueries,
    onDone: () => toastDone('Comment added.'),
  })
  return (
    <Stack gap="sm">
      {comments.isLoading && <Skeleton height={80} role="status" aria-label="Loading" />}
      {comments.error && <FailureAlert error={comments.error} onRetry={() => comments.refetch()} />}
      {comments.data && comments.items.length === 0 && (
        <EmptyState icon={IconMessageCircle} title="No comments yet">
          {mayWrite
            ? 'Add what the next person to open this record should know.'
            : 'Members can comment.'}
        </EmptyState>
      )}
      <ol className={classes.entries}>
        {comments.items.map((comment) => (
          <CommentItem key={comment.id} comment={comment} definitionKey={key} rowId={rowId} />
        ))}
      </ol>
      <More of={comments}>Show later comments</More>
      {mayWrite && (
        <CommentForm
          verb="Comment"
          busy={write.isPending}
          onWrite={(body) => write.mutateAsync({ params, body }).then(() => undefined)}
        />
      )}
    </Stack>
  )
}
