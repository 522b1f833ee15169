import { SqliteAdapter, sql } from 'kysely'
import type { Db } from '../tables.ts'

type Table = {
  /** Each with its type: `text`, `text!` if it is never null, `text=` if it has a default. */
  columns: Record<string, string>
  /** The columns of each key and unique index, with commas between them. */
  unique: string[]
}
/** The tables that a program may rely on. The same for both kinds of database. */
export type Schema = Record<string, Table>

/**
 * Tables (`nicknames`) and columns (`users.nickname`) that this version no longer uses. They stay for the version
 * before it, and a migration of the next release may drop them.
 */
const LEFT_BEHIND: readonly string[] = []

/** The tables of a database as they are now, without what this version has left behind. */
export async function schemaOf(db: Db): Promise<Schema> {
  const tables = await db.introspection.getTables()
  const unique = await uniqueColumns(db)
  const schema: Schema = {}
  for (const { name, columns, isView } of tables.toSorted(byName)) {
    // Copies of a move or a restore that is under way begin with an underscore.
    if (isView || name.startsWith('_') || LEFT_BEHIND.includes(name)) continue
    const used = columns.filter(column => !LEFT_BEHIND.includes(`${name}.${column.name}`))
    schema[name] = {
      columns: Object.fromEntries(used.toSorted(byName).map(column => [column.name, kindOf(column)])),
      unique: unique.filter(({ table }) => table === name).map(index => index.columns),
    }
  }
  return schema
}

/**
 * What a program that relies on `used` would miss in `found`, or what would refuse its writes. Empty if all is well.
 */
export function missingFor(used: Schema, found: Schema): string[] {
  return Object.entries(used).flatMap(([table, { columns, unique }]) => {
    const now = found[table]
    if (!now) return [`table ${table} is gone`]
    const problems: string[] = []
    for (const [column, kind] of Object.entries(columns)) {
      const kindNow = now.columns[column]
      if (kindNow === undefined) problems.push(`${table}.${column} is gone`)
      else if (!serves(kind, kindNow)) problems.push(`${table}.${column} was ${kind} and is ${kindNow}`)
    }
    for (const [column, kind] of Object.entries(now.columns))
      if (!(column in columns) && kind.endsWith('!'))
        problems.push(`${table}.${column} is new, not null, and without a default`)
    for (const index of unique)
      if (!now.unique.includes(index)) problems.push(`${table} (${index}) is no longer unique`)
    for (const index of now.unique) if (!unique.includes(index)) problems.push(`${table} (${index}) is now unique`)
    return problems
  })
}

/** Whether values of one kind of column can be written to the other kind, and read from it. */
function serves(kind: string, kindNow: string): boolean {
  const bare = (of: string) => of.replace(/[!=]+$/, '')
  const isSame = bare(kind) === bare(kindNow) && kind.includes('!') === kindNow.includes('!')
  return isSame && (!kind.includes('=') || kindNow.includes('='))
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

const TYPES: Record<string, string> = { int4: 'integer', int8: 'bigint' }

type Column = { dataType: string; isNullable: boolean; hasDefaultValue: boolean }

function kindOf({ dataType, isNullable, hasDefaultValue }: Column): string {
  const type = dataType.toLowerCase()
  return `${TYPES[type] ?? type}${isNullable ? '' : '!'}${hasDefaultValue ? '=' : ''}`
}

type Unique = { table: string; columns: string }

async function uniqueColumns(db: Db): Promise<Unique[]> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const { rows } = await (isSqlite ? IN_SQLITE : IN_POSTGRES).execute(db)
  return rows
}

// A key of one integer has no index in SQLite, so keys are taken from the columns.
const IN_SQLITE = sql<Unique>`
  select "table", group_concat(name) as columns
  from (
    select m.name as "table", l.name as "index", i.name as name
    from sqlite_master m, pragma_index_list(m.name) l, pragma_index_info(l.name) i
    where m.type = 'table' and l."unique" = 1 and l.origin <> 'pk'
    union all
    select m.name, '', c.name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and c.pk > 0
    order by 1, 2, 3
  )
  group by "table", "index" order by 1, 2`

const IN_POSTGRES = sql<Unique>`
  select t.relname as "table", string_agg(a.attname::text, ',' order by a.attname::text collate "C") as columns
  from pg_index x
  join pg_class t on t.oid = x.indrelid
  join pg_namespace n on n.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum = any (x.indkey)
  where x.indisunique and n.nspname = current_schema()
  group by t.relname, x.indexrelid order by 1, 2`
