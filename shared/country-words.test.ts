import { expect, it } from 'vitest'
import { countryInWords, countryName } from './country-words.ts'

it('names a country as a sentence does', () => {
  const words = ['US', 'GB', 'NL', 'PH', 'AE', 'DO', 'KY', 'IM', 'DE', 'IE', 'CA'].map(
    countryInWords,
  )
  expect(words).toEqual([
    'the United States',
    'the United Kingdom',
    'the Netherlands',
    'the Philippines',
    'the United Arab Emirates',
    'the Dominican Republic',
    'the Cayman Islands',
    'the Isle of Man',
    'Germany',
    'Ireland',
    'Canada',
  ])
})

it('leaves what is no country’s code as it is', () => {
  expect(countryInWords('here')).toBe('here')
  expect(countryInWords('')).toBe('')
  expect(countryName('US')).toBe('United States')
})
