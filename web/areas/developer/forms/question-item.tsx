import {
  ActionIcon,
  Badge,
  Checkbox,
  Collapse,
  Group,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { MOST_FORM_HELP_CHARS, MOST_FORM_LABEL_CHARS } from '../../../../shared/limits.ts'
import { IconGripVertical, IconPencil, IconX } from '../../../ui/icons/icons.ts'
import { columnTypes } from '../../../ui/records/column-types.ts'
import type { Column, Question } from './form-draft.rules.ts'
import classes from './forms.module.css'
import type { Sorted } from './use-sorting.ts'

interface Props {
  question: Question
  column: Column
  /** What people call it. */
  name: string
  /** Its place among all questions, such as `2 of 5`. */
  place: string
  sorted: Sorted
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (part: Partial<Question>) => void
  onLeaveOut: () => void
}

/** A question of a form, with the words that can be changed. */
export function QuestionItem(props: Props) {
  const { question, column, name, place, sorted, isOpen, onOpen, onChange, onLeaveOut } = props
  const { icon: Shown, label: typeName } = columnTypes[column.type]
  return (
    <li className={classes.question} {...sorted.item}>
      <Group gap={6} wrap="nowrap">
        <ActionIcon
          className={classes.handle}
          variant="subtle"
          color="gray"
          aria-label={`Move ${name}, ${place}`}
          aria-describedby="form-questions-help"
          {...sorted.handle}
        >
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
        <Tooltip label={typeName}>
          <Shown size={16} stroke={1.6} className={classes.type} aria-hidden />
        </Tooltip>
        <Text size="sm" fw={500} truncate flex={1} miw={0}>
          {name}
        </Text>
        {(question.required || column.required) && (
          <Badge variant="default" tt="none" className={classes.badge}>
            required
          </Badge>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Edit ${name}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        {column.required ? (
          <span className={classes.gap} />
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Leave out ${name}`}
            onClick={onLeaveOut}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <Collapse expanded={isOpen} transitionDuration={0} keepMounted={false}>
        <Stack gap="xs" className={classes.words}>
          <TextInput
            label="Question"
            placeholder={column.name}
            maxLength={MOST_FORM_LABEL_CHARS}
            value={question.label}
            onChange={(event) => onChange({ label: event.currentTarget.value })}
          />
          <TextInput
            label="Help"
            description="A sentence below the question."
            maxLength={MOST_FORM_HELP_CHARS}
            value={question.help}
            onChange={(event) => onChange({ help: event.currentTarget.value })}
          />
          <Checkbox
            label="Must be filled in"
            description={column.required ? 'The column is required.' : undefined}
            checked={question.required || column.required}
            disabled={column.required}
            onChange={(event) => onChange({ required: event.currentTarget.checked })}
          />
        </Stack>
      </Collapse>
    </li>
  )
}
