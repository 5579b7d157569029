import { Button } from '@mantine/core'
import type { Data } from '../../../service/api.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { dayText } from '../../../ui/values/time.tsx'
import type { Treatment } from '../questions/problems.rules.ts'
import type { Preview } from '../questions/types.ts'
import type { Asking } from '../questions/use-import-question.ts'
import { LinkChoices } from './link-choices.tsx'
import { MappingTable } from './mapping-table.tsx'
import { MatchOn } from './match-on.tsx'
import { NotationChoices } from './notation-choices.tsx'

interface Props {
  definition: Data<'definitions.get'>
  asking: Asking
  preview: Preview
}

/** Where the file's columns go, and how their values find rows. */
export function MappingSection({ definition, asking, preview }: Props) {
  const { choices, places, shown, shownPlaces, asked } = asking
  const { remembered, treatment, matchOn } = choices
  const treat = (next: Treatment) => asking.choose({ treatment: next })
  return (
    <Section
      title="Map columns"
      description={
        remembered
          ? `Mapped as on ${dayText(remembered.at)}, when a file with these columns was imported.`
          : 'Matched by name, or by their values where these are clear. Ignored columns are not imported.'
      }
      actions={
        remembered && (
          <Button variant="default" size="compact-sm" onClick={asking.startOver}>
            Start over
          </Button>
        )
      }
    >
      <MappingTable
        definition={definition}
        preview={preview}
        places={places}
        shownPlaces={shownPlaces}
        onPlaces={asking.place}
        planned={asked.planned}
        onPlanned={(next) => asking.place(places, next)}
      />
      <LinkChoices
        definition={shown}
        preview={preview}
        places={shownPlaces}
        treatment={treatment}
        onTreatment={treat}
      />
      <NotationChoices
        definition={shown}
        preview={preview}
        treatment={treatment}
        onTreatment={treat}
      />
      <MatchOn
        definition={definition}
        places={places}
        value={matchOn}
        onChange={(next) => asking.choose({ matchOn: next })}
      />
    </Section>
  )
}
