import { ActionIcon, Badge, CopyButton, Group, Text, Tooltip } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { IconCheck, IconCopy } from '../../../ui/icons/icons.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'
import type { Definition } from '../board/developer.rules.ts'
import type { BoardForm } from './form-draft.rules.ts'
import classes from './forms.module.css'

interface Props {
  definition: Definition
  forms: readonly BoardForm[]
}

/** All forms of a board or page, oldest first. */
export function FormList({ definition, forms }: Props) {
  return (
    <ul className={classes.list}>
      {forms.map((form) => (
        <li key={form.id}>
          <Group gap="sm" wrap="nowrap" className={classes.entry}>
            <div className={classes.about}>
              <Group gap="4px 10px">
                <AppLink to={paths.form(definition.key, form.id)} fw={500}>
                  {form.name}
                </AppLink>
                <OpenBadge of={form} />
              </Group>
              <Text size="sm" c="dimmed" className={classes.address}>
                {form.columns.length} {form.columns.length === 1 ? 'question' : 'questions'},{' '}
                {form.url}
              </Text>
            </div>
            <CopyButton value={form.url}>
              {({ copied, copy }) => (
                <Tooltip label={copied ? 'Copied' : 'Copy the link'}>
                  <ActionIcon
                    variant="default"
                    onClick={copy}
                    aria-label={`Copy the link of ${form.name}`}
                  >
                    {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          </Group>
        </li>
      ))}
    </ul>
  )
}

/** Whether a form takes anything now. */
export function OpenBadge({ of: { open } }: { of: Pick<BoardForm, 'open'> }) {
  return (
    <Badge variant="light" color={open ? 'green' : 'gray'} tt="none">
      {open ? 'open' : 'closed'}
    </Badge>
  )
}
