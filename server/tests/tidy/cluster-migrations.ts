import { places } from '../../platform/database/cluster/places.ts'
import { statementsOf } from '../../platform/database/statements.rules.ts'
import type { Rule } from './tree.ts'

/** The last migration from before a database could be distributed. */
const BEFORE = 45

/** The parts of an ALTER TABLE, or of a list, that commas separate outside of parentheses. */
function partsOf(text: string): string[] {
  let depth = 0
  let parts = ['']
  for (const char of text) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0
    if (char === ',' && depth === 0) parts = [...parts, '']
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim())
}

const ADDED = /(?:^|\s)ADD (CONSTRAINT|FOREIGN KEY|CHECK|UNIQUE|PRIMARY KEY|EXCLUDE)\b/

/** What Citus 13.2 refuses on a distributed table, as it was tried. */
function faultsOf(statement: string): string[] {
  const text = statement.replace(/--[^\n]*/g, '').trim()
  const made = /^CREATE (?:UNLOGGED )?TABLE/.test(text)
  const parts = /^ALTER TABLE/.test(text) ? partsOf(text) : []
  return [
    /^DROP INDEX/.test(text) && partsOf(text).length > 1 ? 'drops several indexes at once' : '',
    parts.length > 1 && parts.some((part) => ADDED.test(part))
      ? 'adds a constraint together with something else'
      : '',
    /\bALTER CONSTRAINT\b/.test(text) ? 'alters a constraint' : '',
    /\bUSING INDEX\b/.test(text) ? 'makes a constraint of an index' : '',
    ...(made ? [...text.matchAll(/\bREFERENCES (\w+)/g)] : []).map(([, to]) =>
      places[to!] === 'reference' || places[to!] === undefined
        ? ''
        : `makes a table that refers to ${to}: add the foreign key behind, by ALTER TABLE`,
    ),
  ].filter((fault) => fault !== '')
}

export const clusterMigrations: Rule = {
  name: 'Migrations are such that a cluster takes them too',
  find: (tree) =>
    [...tree].flatMap(([path, source]) => {
      const [, version = '0'] = /^server\/schema\/(\d{4})_\w+\.sql$/.exec(path) ?? []
      if (Number(version) <= BEFORE) return []
      return statementsOf(source)
        .flatMap(faultsOf)
        .map((fault) => `${path}: ${fault}`)
    }),
  sound: {
    'server/schema/0045_early.sql': 'DROP INDEX a, b;',
    'server/schema/0046_notes.sql': `
      CREATE TABLE notes (workspace_id uuid REFERENCES workspaces, id uuid, PRIMARY KEY (workspace_id, id));
      ALTER TABLE notes ADD FOREIGN KEY (workspace_id, id) REFERENCES rows (workspace_id, id);
      ALTER TABLE rows ADD COLUMN a integer CHECK (a IN (1, 2)), DROP CONSTRAINT c;
      DROP INDEX a; DROP INDEX b;`,
  },
  broken: [
    { 'server/schema/0046_notes.sql': 'DROP INDEX a, b' },
    {
      'server/schema/0046_notes.sql': 'ALTER TABLE a DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (b)',
    },
    {
      'server/schema/0046_notes.sql':
        'ALTER TABLE a ADD b uuid, ADD FOREIGN KEY (a, b) REFERENCES c',
    },
    { 'server/schema/0046_notes.sql': 'ALTER TABLE a ALTER CONSTRAINT c DEFERRABLE' },
    { 'server/schema/0046_notes.sql': 'ALTER TABLE a ADD CONSTRAINT c UNIQUE USING INDEX b' },
    { 'server/schema/0046_notes.sql': '-- Notes.\nCREATE TABLE a (b uuid REFERENCES rows)' },
  ],
}
