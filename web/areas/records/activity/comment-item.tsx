import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type Item, useChange } from '../../../service/api.ts'
import { useMay, useSession } from '../../../service/session.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { CommentForm } from './comment-form.tsx'
import { commentQueries } from './comment-queries.ts'
import { CommentText } from './comment-text.tsx'

interface Props {
  comment: Item<'definitions.listComments'>
  definitionKey: string
  rowId: string
}

/** One comment. Its author can edit it; its author and admins can delete it. */
export function CommentItem({ comment, definitionKey: key, rowId }: Props) {
  const [editing, setEditing] = useState(false)
  const { seat } = useSession()
  const isAdmin = useMay('admin')
  const { id: commentId, body, mentions, createdBy } = comment
  const isMine = createdBy === `user:${seat.crmUserId}`
  const params = { key, rowId, commentId }
  const change = useChange('definitions.updateComment', {
    shown: true,
    outdates: commentQueries,
    onDone: () => setEditing(false),
  })
  const write = useChange('definitions.createComment', { outdates: commentQueries })
  const remove = useChange('definitions.removeComment', {
    outdates: commentQueries,
    // Undo is only offered for your own comments, since nobody can write as somebody else.
    onDone: () =>
      toastDone(
        'Comment deleted.',
        isMine
          ? () => write.mutate({ params: { key, rowId }, body: { body, mentions } })
          : undefined,
      ),
  })
  if (editing) {
    return (
      <CommentForm
        verb="Save"
        initial={{ body, mentions }}
        saving={change}
        onWrite={(next) => change.mutateAsync({ params, body: next }).then(() => undefined)}
        onCancel={() => setEditing(false)}
      />
    )
  }
  return (
    <>
      <CommentText body={body} mentions={mentions} />
      {(isMine || isAdmin) && (
        <Group gap={2} ml={-6}>
          {isMine && (
            <Button
              variant="subtle"
              color="gray"
              c="dimmed"
              size="compact-xs"
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            c="dimmed"
            size="compact-xs"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params })}
          >
            Delete
          </Button>
        </Group>
      )}
    </>
  )
}
