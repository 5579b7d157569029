import { Badge, Group, Text } from '@mantine/core'
import { usePeople } from '../../../service/session.ts'
import classes from './activity.module.css'
import { mentionedIn, partsOf } from './mentions.rules.ts'

/** What a comment says, with the people whom it mentions. */
export function CommentText({ body, mentions }: { body: string; mentions: readonly number[] }) {
  const { seats, nameOf } = usePeople()
  const people = seats
    .filter(({ crmUserId }) => mentions.includes(crmUserId))
    .map(({ crmUserId, name, email }) => ({ id: crmUserId, name: name || email }))
  const named = mentionedIn(body, people, mentions)
  const unnamed = mentions.filter((id) => !named.includes(id))
  let at = 0
  return (
    <>
      <Text size="sm" className={classes.words}>
        {partsOf(body, people).map(({ text, id }) => {
          const key = at
          at += text.length
          return id === undefined ? (
            text
          ) : (
            <span key={key} className={classes.mention}>
              {text}
            </span>
          )
        })}
      </Text>
      {unnamed.length > 0 && (
        <Group gap={4} mt={4}>
          {unnamed.map((id) => (
            <Badge key={id} variant="light" tt="none">
              @{nameOf(id)}
            </Badge>
          ))}
        </Group>
      )}
    </>
  )
}
