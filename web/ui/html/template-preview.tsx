import { Alert, Text } from '@mantine/core'
import type { Data } from '../../service/api.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import { EmailHtml } from './email-html.tsx'
import classes from './template-preview.module.css'

interface Props {
  filled: Data<'templates.preview'>
  /** Whether the message was written where it is previewed, and not made from a template. */
  isWritten?: boolean
}

/** A message filled in by a record, and the fields that the record leaves empty. */
export function TemplatePreview({ filled, isWritten = false }: Props) {
  const { subject, content, content_html: html, segment_count: segments, missing } = filled
  return (
    <>
      {missing.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Not ready to send">
          The record has no value for {missing.join(', ')}. Fill{' '}
          {missing.length > 1 ? 'them' : 'it'} in on the record, or add a fallback to the{' '}
          {isWritten ? 'message' : 'template'}: {`{{${missing[0]}|fallback}}`}.
        </Alert>
      )}
      <div className={classes.preview}>
        {subject && (
          <Text size="sm" fw={600} mb={4}>
            {subject}
          </Text>
        )}
        {html ? (
          <EmailHtml html={html} title="Preview of the email" />
        ) : (
          <Text size="sm" className={classes.words}>
            {content}
          </Text>
        )}
      </div>
      {segments !== null && (
        <Text size="xs" c="dimmed">
          {segments} {segments === 1 ? 'segment' : 'segments'}. Sends 8 am–8 pm recipient time.
        </Text>
      )}
    </>
  )
}
