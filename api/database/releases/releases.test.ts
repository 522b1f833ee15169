import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing.ts'
import { migrate } from '../migrate.ts'
import { missingFor, type Schema, schemaOf } from './schema.ts'

const lastRelease = JSON.parse(readFileSync(new URL('./last-release.json', import.meta.url), 'utf8')) as {
  tables: Schema
}

/** A release serves beside the one before it until all processes are replaced: docs/self-hosting.md, "Upgrade". */
onEachDatabase('Two releases on one database', start => {
  test('all migrations together leave the last release what it needs', async () => {
    const { services } = await start()
    expect(missingFor(lastRelease.tables, await schemaOf(services.db))).toEqual([])
  })

  test('a program starts on the database of a newer one that only added to it', async () => {
    const { db } = (await start()).services
    await comesFromNewer(db)
    await sql`alter table settings add column colour text`.execute(db)
    await sql`create table colours (name text not null primary key)`.execute(db)

    await expect(migrate(db)).resolves.toBeUndefined()
  })

  test('it refuses one where something is missing or stricter, names all of it, and changes nothing', async () => {
    const { db } = (await start()).services
    await comesFromNewer(db)
    await sql`alter table settings rename column value to content`.execute(db)
    await sql`drop table closed_accounts`.execute(db)
    await sql`create unique index one_name on users (display_name)`.execute(db)

    await expect(migrate(db)).rejects.toThrow(
      /^The database does not fit this version of the program: .*; a newer version changed it: table closed_accounts is gone, settings.value is gone, .*, users \(display_name\) is now unique$/,
    )
  })

  async function comesFromNewer(db: Awaited<ReturnType<typeof start>>['services']['db']): Promise<void> {
    await sql`insert into kysely_migration (name, timestamp) values ('999-tomorrow', '2099-01-01')`.execute(db)
  }
})

test('what the last release cannot live with is named', () => {
  const used: Schema = { people: { columns: { id: 'text!', age: 'integer', at: 'bigint!=' }, unique: ['id'] } }
  const changed = (columns: Record<string, string>, unique = ['id']) =>
    missingFor(used, { people: { columns, unique } })
  const same = { id: 'text!', age: 'integer', at: 'bigint!=' }
  expect(changed({ ...same, name: 'text', size: 'integer!=' })).toEqual([])
  expect(changed({ ...same, name: 'text!' })).toEqual(['people.name is new, not null, and without a default'])
  expect(changed({ ...same, age: 'integer!' })).toEqual(['people.age was integer and is integer!'])
  expect(changed({ ...same, at: 'bigint!' })).toEqual(['people.at was bigint!= and is bigint!'])
  expect(changed({ ...same, age: 'text' })).toEqual(['people.age was integer and is text'])
  expect(changed(same, [])).toEqual(['people (id) is no longer unique'])
})
