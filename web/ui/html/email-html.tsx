import { useComputedColorScheme } from '@mantine/core'
import { hasOwnColors } from './email-colors.rules.ts'
import classes from './email-html.module.css'
import { SandboxedHtml } from './sandboxed-html.tsx'

/** An email. In the dark theme it is dark too, unless it has colors of its own; then it is on white paper. */
export function EmailHtml({ html, title }: { html: string; title: string }) {
  const isDark = useComputedColorScheme() === 'dark' && !hasOwnColors(html)
  return (
    <div className={isDark ? undefined : classes.paper}>
      <SandboxedHtml html={html} title={title} scheme={isDark ? 'dark' : 'light'} />
    </div>
  )
}
