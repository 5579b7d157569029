import { readFileSync } from 'node:fs'

/** docs/glossary.md: the glossary of STYLE.md, which the app, the API and the docs keep to. */
export function glossaryPage(): string {
  const style = readFileSync(new URL('../STYLE.md', import.meta.url), 'utf8')
  const glossary = /^## Glossary\n\n([\s\S]*?)^## /m.exec(style)?.[1]
  if (glossary === undefined) throw new Error('STYLE.md has no section Glossary.')
  return `<!-- Written by scripts/generate.ts from STYLE.md; not by hand. -->

# Glossary

${glossary.trim()}
`
}
