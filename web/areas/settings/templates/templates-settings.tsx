import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useChange, usePages } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { IconTemplate } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useDefinitionNames } from '../../../ui/records/definition-names.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import type { Template } from './template-form.rules.ts'

type Act = { what: 'edit' | 'preview' | 'remove'; template: Template } | { what: 'new' }

/** Messages that are filled in from records. */
export function TemplatesSettings() {
  const mayWrite = useMay('member')
  const { definition } = useDefinitionNames()
  const [act, setAct] = useState<Act | null>(null)
  const list = usePages('templates.list', { query: { limit: 200 } })
  const remove = useChange('templates.remove', {
    shown: true,
    outdates: [['templates']],
    onDone: () => setAct((now) => (now?.what === 'remove' ? null : now)),
  })
  const close = () => setAct(null)
  const write = mayWrite && <Button onClick={() => setAct({ what: 'new' })}>New template</Button>
  return (
    <Stack>
      <PageHeader
        title="Templates"
        description="A template is filled in from a record of one page or board, with only the values that the sender can see."
        actions={list.items.length > 0 && write}
      />
      {list.error && <FailureAlert error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton height={110} />}
      {list.isSuccess && list.items.length === 0 && (
        <EmptyState icon={IconTemplate} title="No templates yet" action={write}>
          {mayWrite
            ? 'Save messages you send often. Names and amounts come from the record.'
            : 'Templates that members create appear here.'}
        </EmptyState>
      )}
      {list.items.map((template) => (
        <Paper key={template.id} withBorder p="md" component="section" aria-label={template.name}>
          <Group justify="space-between" align="flex-start" gap="sm">
            <Stack gap={2} flex="1 1 260px" miw={0}>
              <Group gap="xs">
                <Title order={2}>{template.name}</Title>
                <Badge variant="light">{template.medium === 'text' ? 'Text' : 'Email'}</Badge>
                <Text size="xs" c="dimmed">
                  For {definition(template.definition_key)}
                </Text>
              </Group>
              {template.subject && (
                <Text size="sm" fw={600}>
                  {template.subject}
                </Text>
              )}
              <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                {template.content}
              </Text>
            </Stack>
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                onClick={() => setAct({ what: 'preview', template })}
              >
                Preview
              </Button>
              {mayWrite && (
                <>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setAct({ what: 'edit', template })}
                  >
                    Edit
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setAct({ what: 'remove', template })}
                  >
                    Delete
                  </Button>
                </>
              )}
            </Group>
          </Group>
        </Paper>
      ))}
      <More of={list} />
      {(act?.what === 'new' || act?.what === 'edit') && (
        <TemplateDialog
          template={act.what === 'edit' ? act.template : null}
          onClose={close}
          onSaved={(template) => setAct({ what: 'preview', template })}
        />
      )}
      {act?.what === 'preview' && <PreviewDialog template={act.template} onClose={close} />}
      {act?.what === 'remove' && (
        <ReasonDialog
          title={`Delete “${act.template.name}”?`}
          verb="Delete"
          danger
          saving={remove}
          onClose={close}
          onConfirm={() => remove.mutate({ params: { id: act.template.id } })}
        >
          You can’t undo this. Messages sent with it stay.
        </ReasonDialog>
      )}
    </Stack>
  )
}
