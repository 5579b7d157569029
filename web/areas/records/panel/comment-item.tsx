import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type Item, useChange } from '../../../api.ts'
import { useMay, usePeople, useSession } from '../../../session.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { CommentForm } from './comment-form.tsx'
import { commentQueries } from './comment-queries.ts'
import classes from './panel.module.css'

interface Props {
  comment: Item<'definitions.listComments'>
  definitionKey: string
  rowId: string
}

/** One comment. Its author can edit it; its author and admins can delete it. */
export function CommentItem({ comment, definitionKey: key, rowId }: Props) {
  const [editing, setEditing] = useState(false)
  const { nameOf } = usePeople()
  const { seat } = useSession()
  const isAdmin = useMay('admin')
  const { id: commentId, body, mentions, createdBy, createdAt, updatedAt } = comment
  const writer = Number(createdBy.split(':')[1])
  const isMine = writer === seat.crmUserId
  const params = { key, rowId, commentId }
  const change = useChange('definitions.updateComment', {
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
  return (
    <li className={classes.entry} style={{ gridTemplateColumns: '1fr' }}>
      {editing ? (
        <CommentForm
          verb="Save"
          initial={{ body, mentions }}
          busy={change.isPending}
          onWrite={(next) => change.mutateAsync({ params, body: next }).then(() => undefined)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <div>
          <Text size="sm" className={classes.said}>
            {body}
          </Text>
          {mentions.length > 0 && (
            <Group gap={4} mt={4}>
              {mentions.map((id) => (
                <Badge key={id} variant="light" tt="none">
                  @{nameOf(id)}
                </Badge>
              ))}
            </Group>
          )}
          <Group gap={6} mt={2}>
            <Avatar id={writer} name={nameOf(writer)} />
            <Text size="xs" c="dimmed">
              {nameOf(writer)}, <Time at={createdAt} />
              {updatedAt !== createdAt ? ', changed' : ''}
            </Text>
            {isMine && (
              <Button variant="subtle" size="compact-xs" onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
            {(isMine || isAdmin) && (
              <Button
                variant="subtle"
                color="red"
                size="compact-xs"
                loading={remove.isPending}
                onClick={() => remove.mutate({ params })}
              >
                Delete
              </Button>
            )}
          </Group>
        </div>
      )}
    </li>
  )
}
