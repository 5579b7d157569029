// The script of the search in a folder of the docs: scripts/docs-folder.ts bundles it with what can be found.
import {
  type Entry,
  foundContent,
  search,
  searchable,
} from '../server/platform/docs/search.rules.ts'

declare const ENTRIES: Entry[]
declare const location: { search: string }
declare const document: {
  querySelector(selector: 'input' | 'main'): { value: string; innerHTML: string }
}

const query = new URLSearchParams(location.search).get('q') ?? ''
document.querySelector('input').value = query
document.querySelector('main').innerHTML = foundContent(search(searchable(ENTRIES), query), query)
