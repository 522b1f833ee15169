import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encrypter } from 'age-encryption'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../contract/calls/client.ts'
import { getUpdates } from '../../contract/messages.ts'
import { freePort } from '../../testing/free-port.ts'
import { openDatabase, sqliteFile } from '../database/open.ts'
import { addMentor, PHONES, startWithAll, updates } from '../messages/testing.ts'
import { readConfig } from '../read-config.ts'
import { onEachDatabase } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { runCommand } from './run-command.ts'
import { testSmsCommand } from './test-senders.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-admin-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

async function admin(words: string[], env: Record<string, string>, input = '') {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env
  const child = spawn(process.execPath, ['bin/admin.mjs', ...words], {
    env: { ...inherited, DATABASE_URL: '', ...env },
  })
  child.stdin.end(input)
  let [out, err] = ['', '']
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (err += chunk))
  const [code] = await once(child, 'close')
  return { code, out, err }
}

test('each command has a row in docs/self-hosting.md, and no other is named', async () => {
  const { out } = await admin(['--help'], {})
  const names = [...out.matchAll(/^ {2}([a-z-]+)(?= |$)/gm)].map(([, name]) => name as string)
  expect(names.length).toBeGreaterThan(50)
  const rows = readFileSync('docs/self-hosting.md', 'utf8').match(/^\|.*$/gm) ?? []
  const missing = names.filter(name => !rows.some(row => new RegExp(`\`${name}[ \`]`).test(row)))
  expect(missing, 'add each command to the table of commands').toEqual([])

  const verbs = new Set(names.map(name => name.split('-')[0]))
  const inHelp = [...out.matchAll(/\b([a-z]+)-[a-z-]+/g)].flatMap(([word, verb]) => (verbs.has(verb) ? [word] : []))
  const documents = globSync(['README.md', 'docs/*.md']).map(file => readFileSync(file, 'utf8'))
  const inDocuments = [...documents.join().matchAll(/npm run admin -- ([a-z][a-z-]*)/g)].map(([, name]) => name)
  const unknown = [...inHelp, ...inDocuments].filter(name => name && name !== 'sign-in' && !names.includes(name))
  expect(unknown, 'there is no such command').toEqual([])
})

test('a misspelt command or option stops the command and names the right one', async () => {
  const env = { DATA_DIR: dataDir }
  const command = await admin(['import-corse', 'tea'], env)
  expect(command).toMatchObject({ code: 1, out: '' })
  expect(command.err).toContain('There is no command `import-corse`: is it `import-course`?')
  const option = await admin(['import-demo', '--remvoe'], env)
  expect(option).toMatchObject({ code: 1, out: '' })
  expect(option.err).toContain('There is no option `--remvoe`: is it `--remove`?')
})

test('a file that is not there is one sentence', async () => {
  copyFileSync(inject('sqliteTemplate'), sqliteFile({ dataDir }))
  const { code, err } = await admin(['import-draft', '/nowhere/tea.zip'], { DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(err).toMatch(/^Database: .*\n\/nowhere\/tea.zip is not there, or its folder is not\n$/)
})

test('a command names the database that it works on, and creates none', async () => {
  const file = join(dataDir, 'step-by-step.sqlite')
  const failed = await admin(['maintenance', 'on'], { DATA_DIR: dataDir, MESSENGER_ENABLD: 'false' })
  expect(failed).toMatchObject({ code: 1, out: '' })
  expect(failed.err).toContain('MESSENGER_ENABLD: there is no such setting: is it `MESSENGER_ENABLED`?')
  expect(failed.err).toContain(`There is no database yet: ${file}`)
  expect(existsSync(file)).toBe(false)

  // Nobody can follow a link to itself. A missing permission would not stop root, who runs some tests.
  symlinkSync(file, file)
  const unseen = await admin(['maintenance', 'on'], { DATA_DIR: dataDir })
  expect(unseen.err).not.toContain('There is no database yet')
  rmSync(file)

  const made = await admin(['migrate'], { DATA_DIR: dataDir })
  expect(made).toEqual({ code: 0, out: 'The database is up to date.\n', err: `Database: ${file}\n` })
  expect(await admin(['list-responders'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
})

test('a PostgreSQL that does not answer is one sentence that says what to do', async () => {
  const { code, err } = await admin(['list-responders'], {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://steps:secret@127.0.0.1:${await freePort()}/steps`,
  })
  expect(code).toBe(1)
  expect(err).toContain('The database does not answer: connect ECONNREFUSED 127.0.0.1')
  expect(err).toContain('Start PostgreSQL')
  expect(err).not.toContain('secret')
})

test('a full disk is one sentence that says what to do', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => {
    consoleError.mockRestore()
    process.exitCode = undefined
  })
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
  await runCommand({ usage: '', summary: '', runWithoutDatabase: () => Promise.reject(full) }, [])
  expect(consoleError.mock.lastCall).toEqual([
    'There is no room on the disk: database or disk is full. Make room, then run this once more',
  ])
})

test('a disk that cannot be written is named by the place that the operator chose', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => {
    consoleError.mockRestore()
    process.exitCode = undefined
  })
  for (const name of ['.step-by-step-12.part', 'backup.tar.age.part']) {
    const path = join('/backups', name)
    const readOnly = Object.assign(new Error('EROFS: read-only'), { code: 'EROFS', syscall: 'open', path })
    await runCommand({ usage: '', summary: '', runWithoutDatabase: () => Promise.reject(readOnly) }, [])
    const [sentence] = consoleError.mock.lastCall as [string]
    expect(sentence).toMatch(/^\/backups(?:\/backup\.tar\.age)? is on a disk that cannot be written now\./)
  }
})

test('a backup that cannot be sealed or opened is one sentence', async () => {
  copyFileSync(inject('sqliteTemplate'), sqliteFile({ dataDir }))
  const passphrase = 'a long passphrase of Reem'
  const run = async (...words: string[]) =>
    (await admin(words, { DATA_DIR: dataDir }, `${passphrase}\n`)).err.split('\n').slice(1)
  expect(await run('seal-backup', '/nowhere/b.age', dataDir)).toEqual([
    '/nowhere/b.age is not there, or its folder is not',
    '',
  ])
  // The command seals so that each try of a passphrase takes a second. To open this file takes no time.
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(1)
  const file = join(dataDir, 'b.age')
  writeFileSync(file, (await encrypter.encrypt(randomBytes(2_000_000))).subarray(0, 1_000_000))
  const [sentence, ...rest] = await run('open-backup', file, join(dataDir, 'opened'))
  expect([sentence, rest]).toEqual([expect.stringMatching(/^It could not be opened; is the passphrase right\?/), ['']])
})

test('a backup says what else to copy: the secret, too, but nothing that is in a bucket or in a setting', async () => {
  copyFileSync(inject('sqliteTemplate'), sqliteFile({ dataDir }))
  const runBackup = async (name: string, env: Record<string, string> = {}) =>
    (await admin(['backup', join(dataDir, name)], { DATA_DIR: dataDir, ...env })).out
  const [media, recordings, secret] = ['media', 'recordings', 'secret.key'].map(name => join(dataDir, name))
  expect(await runBackup('monday')).toContain(`${media}, ${recordings}, and ${secret}\n`)
  const keys = { S3_BUCKET: 'steps', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  const inBucket = await runBackup('tuesday', { STORAGE: 's3', SECRET_KEY: 's'.repeat(64), ...keys })
  expect(inBucket).toBe(`The database is copied to ${join(dataDir, 'tuesday')}.\n`)
})

test('a test message prints the reason if it fails', async () => {
  copyFileSync(inject('sqliteTemplate'), sqliteFile({ dataDir }))
  const mail = { MAIL_SENDER: 'smtp', MAIL_FROM: 'steps@example.org', SMTP_URL: 'smtp://127.0.0.1:9' }
  const { code, err } = await admin(['test-mail', '--email', 'you@example.org'], { DATA_DIR: dataDir, ...mail })
  expect(code).toBe(1)
  expect(err).toContain('The mail server failed: ESOCKET connect ECONNREFUSED 127.0.0.1:9')
  const mistyped = await admin(['test-mail', '--email', 'you'], { DATA_DIR: dataDir, ...mail })
  expect(mistyped.err).toContain('One looks like you@example.org')
  const db = await openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => db.destroy())
  const sms = {
    SMS_SENDER: 'webhook',
    SMS_WEBHOOK_URL: 'http://127.0.0.1:9',
    SMS_WEBHOOK_BODY: '["{{to}}","{{text}}"]',
  }
  const operator = { db, config: readConfig(sms), words: ['--phone', PHONES.noura], print: () => {} }
  await expect(testSmsCommand.run(operator)).rejects.toThrow('SMS_WEBHOOK_URL does not answer')
  const nothing = await admin(['test-sms', '--phone', PHONES.noura], { DATA_DIR: dataDir, PHONE_COUNTRIES: 'JO' })
  expect(nothing.out).toMatch(/^Nothing was sent.*\nBut nobody signs in .*: PHONE_COUNTRIES allows JO\.\n$/)
})

onEachDatabase('A command beside a running server', start => {
  test('reaches a learner who waits for messages at once', async () => {
    const { server, noura } = await startWithAll(start)
    const { databaseUrl, dataDir } = server.services.config
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
    await addMentor(server, 'Huda', PHONES.huda)
    const { cursor, state } = await updates(noura)
    const held = updates(noura, { since: cursor, state }, 50)
    expect(await admin(['assign', '--phone', PHONES.noura, '--to', '2'], env)).toMatchObject({ code: 0 })
    const assignedAt = performance.now()
    expect((await held).responder).toMatchObject({ id: 2, name: 'Huda' })
    expect(performance.now() - assignedAt, 'long before the call would have ended by itself').toBeLessThan(20_000)
  })

  test.each([
    ['block', { status: 403, code: 'auth/login-blocked' }],
    ['sign-out-everywhere', { status: 401, code: 'auth/unauthorized' }],
  ])(
    '%s ends the long polls of a person in every process within five seconds, with the reason',
    async (command, no) => {
      const { server, noura, yousef } = await startWithAll(start)
      const other = await server.another()
      const elsewhere = { ...noura, call: createClient({ base: other.origin, token: async () => noura.idToken }) }
      const held = await Promise.all([noura, elsewhere, yousef].map(holdFor))
      const processes = [server, other]
      await expect.poll(() => processes.every(({ services }) => services.hub.hasSubscribers(noura.uid))).toBe(true)
      const { databaseUrl, dataDir } = server.services.config
      const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
      expect(await admin([command, '--phone', PHONES.noura], env)).toMatchObject({ code: 0 })
      const isDone = performance.now()
      for (const poll of held.slice(0, 2)) await expect(poll.answer).rejects.toMatchObject(no)
      expect(performance.now() - isDone).toBeLessThan(5000)
      // This includes a new long poll at a process that still accepts the token for some seconds.
      for (const poll of held.slice(0, 2)) await expect(poll.again()).rejects.toMatchObject(no)
      expect(performance.now() - isDone).toBeLessThan(5000)
      // Other people notice nothing.
      expect(held[2]?.isOver()).toBe(false)
      held[2]?.stop()
    },
  )
})

/** A long poll of a person whose screen is up to date. */
async function holdFor(person: Person) {
  const { cursor, state } = await updates(person)
  const gone = new AbortController()
  let isOver = false
  const query = { noUnassigned: 'true' as const, since: cursor, state }
  const again = () => person.call(getUpdates, { query }, { headers: { Prefer: 'wait=50' }, signal: gone.signal })
  const answer = again()
  answer
    .finally(() => {
      isOver = true
    })
    .catch(() => {})
  return { answer, again, isOver: () => isOver, stop: () => gone.abort() }
}
