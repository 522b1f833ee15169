import type { CreateTableBuilder, Kysely } from 'kysely'

/** A table as a list of columns, the way one reads it; `!` stands for not null. */
export type Columns = Record<string, string>

/** What it makes never changes: databases that are there already would not follow. */
export async function createTable(
  db: Kysely<unknown>,
  name: string,
  columns: Columns,
  primaryKey: string[],
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, kind] of Object.entries(columns)) {
    const type = kind.replace('!', '') as 'text' | 'integer' | 'bigint'
    table = table.addColumn(column, type, definition => (kind.endsWith('!') ? definition.notNull() : definition))
  }
  await table.addPrimaryKeyConstraint(`${name}_key`, primaryKey as [string]).execute()
}
