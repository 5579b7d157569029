import { Button, Menu, Text } from '@mantine/core'
import { paths } from '../../paths.ts'
import { usePages } from '../../service/api.ts'
import { IconTemplate } from '../icons/icons.ts'
import { useGo } from '../links/use-go.ts'
import { useDefinitionNames } from '../records/definition-names.ts'
import type { Medium, Template } from './drafts.ts'

/** The templates of a medium. */
export function TemplateMenu({
  medium,
  onChoose,
}: {
  medium: Medium
  onChoose: (template: Template) => void
}) {
  const go = useGo()
  const { definition } = useDefinitionNames()
  const { items } = usePages('templates.list', { query: { medium, limit: 200 } })
  return (
    <Menu position="top-start" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconTemplate size={14} aria-hidden />}>
          Template
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        {items.map((template) => (
          <Menu.Item key={template.id} onClick={() => onChoose(template)}>
            {template.name}
            <Text size="xs" c="dimmed">
              For {definition(template.definition_key)}
            </Text>
          </Menu.Item>
        ))}
        {items.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={() => go(paths.settings('templates'))}>
          {items.length === 0 ? 'Create your first template' : 'Edit templates'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
