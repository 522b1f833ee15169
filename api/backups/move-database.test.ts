import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { getUpdates, sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { openDatabase } from '../database/open.ts'
import { openWhenThere } from '../database/open-when-there.ts'
import type { Db } from '../database/tables.ts'
import { insertMentor } from '../mentors/mentors.ts'
import { onPostgres, type Start } from '../testing.ts'
import { newPostgresDatabase } from '../testing-databases.ts'
import { moveDatabase } from './move-database.ts'
import { runAdmin } from './run-admin.ts'
import { withSnapshot } from './snapshot.ts'

const NOURA = '+971501234567'
const quietly = () => {}

onPostgres('Moving the database', start => {
  test('to the other kind and back leaves every row, and Noura stays signed in and goes on', async () => {
    const { server, noura, salma } = await startWithNoura(start)
    const { db, config } = server.services
    const dataDir = newFolder()
    const { copied } = await moveDatabase(config, { databaseUrl: '', dataDir }, quietly)
    expect(copied).toEqual(expect.arrayContaining(['courses', 'lessons', 'messages', 'responders', 'users']))
    expect(await allRows(dataDir, '')).toEqual(await allRows(config.dataDir, config.databaseUrl))

    const secretKey = readFileSync(join(config.dataDir, 'secret.key'), 'utf8')
    const onSqlite = await start({ dataDir, databaseUrl: '', env: { SECRET_KEY: secretKey } })
    const body = { to: salma, content: encodeText('And on SQLite'), type: 'disciple' } as const
    const auth = { authorization: `Bearer ${noura.idToken}` }
    await onSqlite.call(sendMessage, { body }, { headers: auth })
    const { data } = await onSqlite.call(getUpdates, { query: {} }, { headers: auth })
    expect(JSON.stringify(data)).toContain(encodeText('And on SQLite'))

    const databaseUrl = await emptyPostgres()
    await moveDatabase({ dataDir, databaseUrl: '' }, { dataDir, databaseUrl }, quietly)
    expect(await allRows(dataDir, databaseUrl)).toEqual(await allRows(dataDir, ''))
    expect(await db.selectFrom('messages').select('id').execute()).toHaveLength(1)
    const back = await start({ dataDir, databaseUrl, env: { SECRET_KEY: secretKey } })
    expect((await back.services.db.selectFrom('messages').select('id').execute()).length).toBe(2)
  })

  test('goes on after a cut, notices what was written meanwhile, and touches no database of somebody else', async () => {
    const { server } = await startWithNoura(start)
    const { db, config } = server.services
    const target = { databaseUrl: '', dataDir: newFolder() }
    const cut = (line: string) => {
      if (line.startsWith('messages:')) throw new Error('The power failed')
    }
    await expect(moveDatabase(config, target, cut)).rejects.toThrow('The power failed')
    const half = 'The move to this database has not ended: run move-database once more'
    await expect(openWhenThere(target, quietly)).rejects.toThrow(half)
    const env = { ...process.env, DATABASE_URL: '', DATA_DIR: target.dataDir }
    await expect(runAdmin(['settings'], env)).rejects.toThrow(half)

    let isWritten = false
    const write = async () => {
      if (!isWritten) await insertMentor(db, { name: 'Huda', phoneNumber: '+971500000002' }, 1)
      isWritten = true
    }
    await expect(moveDatabase(config, target, write)).rejects.toThrow(
      /^The server wrote meanwhile: .*responders.*Stop it and run this once more/,
    )

    const { copied, alreadyThere } = await moveDatabase(config, target, quietly)
    expect(copied).toContain('responders')
    expect(alreadyThere).toEqual(expect.arrayContaining(['messages', 'users']))
    expect(await allRows(target.dataDir, '')).toEqual(await allRows(config.dataDir, config.databaseUrl))

    // The server wrote after a complete move, before it was stopped.
    await insertMentor(db, { name: 'Karim', phoneNumber: '+971500000003' }, 1)
    expect((await moveDatabase(config, target, quietly)).copied).toEqual(['responders'])
    expect(await allRows(target.dataDir, '')).toEqual(await allRows(config.dataDir, config.databaseUrl))

    // A server has begun to use the target.
    const used = await openDatabase(target)
    await insertMentor(used, { name: 'Rana', phoneNumber: '+971500000004' }, 1)
    await used.destroy()
    const file = join(target.dataDir, 'step-by-step.sqlite')
    await expect(moveDatabase(config, target, quietly)).rejects.toThrow(
      `The target has tables of its own. Move ${file} to another folder`,
    )
    expect(existsSync(file)).toBe(true)
    await (await openWhenThere(target, quietly)).destroy()
  })
})

async function startWithNoura(start: Start) {
  const server = await start()
  await server.importCourse('courses/first-steps-en')
  const { id: salma } = await insertMentor(server.services.db, { name: 'Salma', phoneNumber: '+971500000001' }, 1)
  const noura = await server.signIn(NOURA)
  const content = encodeText('شكرًا\u2028 🙂 "quoted" \\ \r\n end')
  await noura.call(sendMessage, { body: { to: salma, content, type: 'disciple' } })
  return { server, noura, salma }
}

/** A sorted line for each row of each table. */
async function allRows(dataDir: string, databaseUrl: string): Promise<string[]> {
  return withSnapshot({ dataDir, databaseUrl }, async ({ tables, rows }) => {
    const lines: string[] = []
    for (const table of tables)
      for await (const batch of rows(table))
        lines.push(...batch.map(row => `${table} ${JSON.stringify(row, Object.keys(row).toSorted())}`))
    return lines.toSorted()
  })
}

async function emptyPostgres(): Promise<string> {
  const { url, release } = await newPostgresDatabase()
  onTestFinished(release)
  const db: Db = await openDatabase({ databaseUrl: url, dataDir: '' })
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
  return url
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
