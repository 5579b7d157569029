import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { definitionIcons } from '../../shared/definition-looks.ts'

const read = (name: string) =>
  readFileSync(new URL(`../ui/records/${name}`, import.meta.url), 'utf8')

test('the file of icons has each one, in the order of the list, and the styles know how many', () => {
  const ids = [
    ...read('definition-icons.svg').matchAll(/<g id="(\w+)" transform="translate\(0 (\d+)\)"/g),
  ]
  expect(ids.map(([, id]) => id)).toEqual(definitionIcons)
  expect(ids.map(([, , y]) => Number(y))).toEqual(definitionIcons.map((_, nth) => nth * 24))
  const styles = read('definition-mark.module.css')
  expect(styles).toContain(`100% / ${definitionIcons.length - 1})`)
  expect(styles).toContain(`${definitionIcons.length * 100}%`)
})
