import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { type Schema, schemaOf } from './releases/schema.ts'
import { openSqlite } from './sqlite.ts'

const ADVICE =
  'make the types of api/database/tables.ts and the migrations say the same; a changed table needs a new migration'

test('the types of the tables are those of a database that has had all migrations', async () => {
  const source = readFileSync('api/database/tables.ts', 'utf8')
  const typed = typedColumns(source)
  expect(Object.keys(typed).length).toBeGreaterThan(200)
  const schema = await migratedSchema()
  expect(differencesOf(typed, madeColumns(schema)), ADVICE).toEqual([])
  expect(shortTimes(source, schema), 'PostgreSQL has no room for a time in an integer: make it a bigint').toEqual([])
})

test('a time that is made as an integer is found', () => {
  const source = '  pets: { id: string; legs: number; born_at: Time; seen_at: Time | null }'
  const columns = { id: 'text!', legs: 'integer!', born_at: 'integer!', seen_at: 'bigint' }
  expect(shortTimes(source, { pets: { columns, unique: [] } })).toEqual(['pets.born_at'])
})

test('a column that no migration makes is found, one without a type, and one that is null in only one of both', () => {
  const typed = typedColumns(`
  pets: { id: string; uid: string | null; legs: number }
  homes: {
    id: string
    /** Where: \`a: b\`. */
    street?: string | null
    since: Time
  }`)
  expect(typed).toEqual({
    'pets.id': 'text!',
    'pets.uid': 'text',
    'pets.legs': 'number!',
    'homes.id': 'text!',
    'homes.street': 'text',
    'homes.since': 'number!',
  })
  const made = { ...typed, 'pets.legs': 'number', 'homes.since': 'text!', 'homes.roof': 'text' }
  expect(differencesOf({ ...typed, 'pets.tail': 'number!' }, made)).toEqual([
    'homes.roof: made as text, not in tables.ts',
    'homes.since: made as text!, number! in tables.ts',
    'pets.legs: made as number, number! in tables.ts',
    'pets.tail: made by no migration, number! in tables.ts',
  ])
})

/** Each column by its name, with its type: `text` or `number`, and `!` if it is never null. */
type Columns = Record<string, string>

function differencesOf(typed: Columns, made: Columns): string[] {
  const names = Object.keys({ ...typed, ...made }).toSorted()
  return names
    .filter(name => typed[name] !== made[name])
    .map(name => {
      const madeAs = made[name] ? `made as ${made[name]}` : 'made by no migration'
      return `${name}: ${madeAs}, ${typed[name] ? `${typed[name]} in tables.ts` : 'not in tables.ts'}`
    })
}

function typedColumns(source: string): Columns {
  const columns = columnsIn(source).map(({ table, name, type }) => {
    const kind = NUMBERS.test(type) ? 'number' : 'text'
    return [`${table}.${name}`, type.includes('null') ? kind : `${kind}!`] as const
  })
  return Object.fromEntries(columns)
}

function shortTimes(source: string, schema: Schema): string[] {
  const times = columnsIn(source).filter(({ type }) => /^Time\b/.test(type))
  const short = times.filter(({ table, name }) => schema[table]?.columns[name]?.startsWith('integer'))
  return short.map(({ table, name }) => `${table}.${name}`)
}

/** Reads the source, as Biome formats it. */
function columnsIn(source: string): { table: string; name: string; type: string }[] {
  const tables = source.replace(/\/\*\*[\s\S]*?\*\//g, '').matchAll(/^ {2}(\w+): \{(.*?)(?: \}|\n {2}\})$/gms)
  return [...tables].flatMap(([, table = '', list = '']) =>
    [...list.matchAll(/(\w+)\??: ([^;\n]+)/g)].map(([, name = '', type = '']) => ({ table, name, type })),
  )
}

const NUMBERS = /^(number|Time|Flag)\b/

function madeColumns(schema: Schema): Columns {
  const tables = Object.entries(schema).filter(([table]) => !table.startsWith('kysely_'))
  const columns = tables.flatMap(([table, { columns }]) =>
    Object.entries(columns).map(([name, kind]) => {
      const type = kind.startsWith('text') ? 'text' : 'number'
      return [`${table}.${name}`, kind.includes('!') ? `${type}!` : type] as const
    }),
  )
  return Object.fromEntries(columns)
}

async function migratedSchema(): Promise<Schema> {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-tables-'))
  try {
    const file = join(folder, 'tables.sqlite')
    copyFileSync(inject('sqliteTemplate'), file)
    const db = openSqlite(file)
    const schema = await schemaOf(db)
    await db.destroy()
    return schema
  } finally {
    rmSync(folder, { recursive: true })
  }
}
