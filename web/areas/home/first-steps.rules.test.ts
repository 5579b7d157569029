import { expect, it } from 'vitest'
import { templates } from '../../ui/boards/definition-templates.ts'
import { stagesAreSet } from './first-steps.rules.ts'

const stage = (...labels: string[]) => [
  {
    key: 'stage',
    name: 'Stage',
    type: 'select' as const,
    settings: { options: labels.map((label) => ({ label })) },
  },
]
const first = (key: string) => templates.find(({ id }) => id === key)!.columns
const leads = ['New', 'Contacted', 'Qualified', 'Lost']
const deals = ['Submitted', 'Offer', 'Contract', 'Funded', 'Declined']

it('the stages are set once they differ from those of a new workspace', () => {
  expect(stagesAreSet(stage(...leads), first('leads'))).toBe(false)
  expect(stagesAreSet(stage(...deals), first('deals'))).toBe(false)
  expect(stagesAreSet(stage(...leads.toReversed()), first('leads'))).toBe(true)
  expect(stagesAreSet(stage(...leads, 'Funded'), first('leads'))).toBe(true)
  expect(stagesAreSet(stage('Prospect'), [])).toBe(true)
  expect(stagesAreSet([], first('leads'))).toBe(false)
})
