import { Paper, useComputedColorScheme } from '@mantine/core'
import { SandboxedHtml } from '../../ui/html/sandboxed-html.tsx'
import { documentLook } from './agreement-words.ts'

/** The text of an agreement, in the theme's colors: it brings none of its own. */
export function AgreementText({ html, title }: { html: string; title: string }) {
  const scheme = useComputedColorScheme()
  return (
    <Paper withBorder p="md">
      <SandboxedHtml html={html} title={title} look={documentLook} scheme={scheme} />
    </Paper>
  )
}
