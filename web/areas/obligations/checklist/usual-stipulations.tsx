import { Button, Group, Text } from '@mantine/core'
import { useChange } from '../../../service/api.ts'
import type { QueryName } from '../../../service/queries.ts'
import { IconPlus } from '../../../ui/icons/icons.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { usualStipulations } from '../form/stipulations.ts'

interface Props {
  dealRowId: string
  /** The titles that the deal already has. */
  taken: Set<string>
}

/** A button for each usual stipulation that is not there yet. */
export function UsualStipulations({ dealRowId, taken }: Props) {
  const outdates: QueryName[] = [['obligations']]
  const remove = useChange('obligations.cancel', { outdates })
  const add = useChange('obligations.create', {
    outdates,
    onDone: ({ data: { id, title } }) =>
      toastDone(`Added “${title}”`, () =>
        remove.mutate({ params: { id }, body: { reason: 'Added by mistake.' } }),
      ),
  })
  const left = usualStipulations.filter(({ title }) => !taken.has(title))
  if (left.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mb="xs" id="usual-stipulations">
        Add a common stipulation
      </Text>
      <Group gap="xs" role="group" aria-labelledby="usual-stipulations">
        {left.map(({ title, requiredDocumentType, ...rest }) => (
          <Button
            key={title}
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={add.isPending}
            onClick={() =>
              add.mutate({
                body: {
                  title,
                  requiredDocumentType,
                  dealRowId,
                  obligationType: 'stipulation',
                  responsibleParty: 'by' in rest ? rest.by : 'borrower',
                },
              })
            }
          >
            {title}
          </Button>
        ))}
      </Group>
    </div>
  )
}
