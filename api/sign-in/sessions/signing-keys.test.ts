import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { refreshToken, type Session } from '../../../contract/account.ts'
import { DAY, MINUTE } from '../../../contract/time.ts'
import { rotateKeysCommand } from '../../commands/rotate-keys.ts'
import { decrypt } from '../../secrets/encryption.ts'
import { openSecrets } from '../../secrets/secrets.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { isKnown } from '../../testing-people.ts'
import { encoded } from '../testing-tokens.ts'
import { openKeyRing } from './key-ring.ts'

const NOURA = '+971501234567'
const SALMA = '+971521230000'

onEachDatabase('The keys that sign tokens', start => {
  test('are encrypted in the database, and useless without the secret', async () => {
    const server = await start()
    const [row] = await rowsIn(server)
    expect(row?.private_jwk).toMatch(/^v1\.[\w-]{100,}$/)
    for (const part of [row?.private_jwk, Buffer.from(row?.private_jwk.slice(3) as string, 'base64url').toString()])
      expect(part).not.toMatch(/"d"|"kty"|"P-256"/)
  })

  test('that an older version stored unencrypted are encrypted at the next start, and nobody is signed out', async () => {
    const server = await start()
    const { db, config } = server.services
    const noura = await server.signIn(NOURA)
    const [row] = await rowsIn(server)
    const { id, private_jwk } = row as { id: string; private_jwk: string }
    const plain = decrypt(private_jwk, id, openSecrets(config).signingKeys) as string
    await db.updateTable('signing_keys').set({ private_jwk: plain }).execute()
    const newer = await server.another()
    expect((await rowsIn(server)).map(each => each.private_jwk.slice(0, 3))).toEqual(['v1.'])
    expect((await rowsIn(server)).map(each => each.id)).toEqual([id])
    expect(await isKnown(newer, noura)).toBe(true)
  })

  test('are replaced after ninety days; both processes accept old and new, and nobody is signed out', async () => {
    const server = await start()
    const other = await server.another()
    let noura: Session = await server.signIn(NOURA)
    const first = keyOf(noura)
    server.clock.advance(89 * DAY)
    await server.services.identity.deleteExpired()
    noura = await refresh(server, noura)
    expect(keyOf(noura)).toBe(first)

    server.clock.advance(2 * DAY)
    noura = await refresh(other, noura)
    expect(keyOf(noura)).toBe(first)
    await server.services.identity.deleteExpired()
    expect(await isKnown(server, noura)).toBe(true)
    expect(keyOf(await refresh(server, noura))).toBe(first)
    server.clock.advance(2 * MINUTE)
    const salma = await server.signIn(SALMA)
    expect(keyOf(salma)).not.toBe(first)
    for (const process of [server, other]) {
      expect(await isKnown(process, salma)).toBe(true)
      expect(await isKnown(process, noura)).toBe(true)
    }
    expect(keyOf(await refresh(other, noura))).toBe(keyOf(salma))
  })

  test('are deleted a day after their replacement', async () => {
    const server = await start()
    server.clock.advance(91 * DAY)
    await server.services.identity.deleteExpired()
    expect(await rowsIn(server)).toHaveLength(2)
    server.clock.advance(DAY - MINUTE)
    await server.services.identity.deleteExpired()
    expect(await rowsIn(server)).toHaveLength(2)
    server.clock.advance(2 * MINUTE)
    await server.services.identity.deleteExpired()
    expect(await rowsIn(server)).toHaveLength(1)
    expect(await isKnown(server, await server.signIn(NOURA))).toBe(true)
  })

  test('are replaced at the start if they are old, and once only', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    server.clock.advance(91 * DAY)
    const started = [await server.another(), await server.another()]
    expect(await rowsIn(server)).toHaveLength(2)
    server.clock.advance(2 * MINUTE)
    const renewed = await refresh(started[0] as TestServer, noura)
    expect(keyOf(renewed)).not.toBe(keyOf(noura))
    for (const process of [server, ...started]) expect(await isKnown(process, renewed)).toBe(true)
  })

  test('are not read from the database for each invented key name', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    const reads = readsOf(server)
    for (let forged = 0; forged < 50; forged++) {
      const header = encoded({ alg: 'ES256', kid: `key-${forged}` })
      const idToken = [header, ...noura.idToken.split('.').slice(1)].join('.')
      expect(await isKnown(server, { idToken })).toBe(false)
    }
    expect(reads.count).toBeLessThan(10)
  })

  test('are new after SECRET_KEY changed, the operator is informed, and nobody is signed out', async () => {
    const server = await start({ env: { SECRET_KEY: 'a'.repeat(32) } })
    const noura = await server.signIn(NOURA)
    const { dataDir, databaseUrl } = server.services.config
    const moved = await start({ dataDir, databaseUrl, clock: server.clock, env: { SECRET_KEY: 'b'.repeat(32) } })
    expect(await isKnown(moved, noura)).toBe(false)
    const renewed = await refresh(moved, noura)
    expect(await isKnown(moved, renewed)).toBe(true)

    const warnings: string[] = []
    const ring = { db: server.services.db, now: server.clock.now, warn: (message: string) => warnings.push(message) }
    await openKeyRing({ ...ring, key: openSecrets(moved.services.config).signingKeys })
    expect(warnings).toEqual([expect.stringMatching(/^SECRET_KEY /)])
  })

  test('are created by a running server if none is left', async () => {
    const server = await start()
    await server.services.db.deleteFrom('signing_keys').execute()
    server.clock.advance(MINUTE)
    const noura = await server.signIn(NOURA)
    expect(await isKnown(server, noura)).toBe(true)
    expect((await rowsIn(server)).map(({ id }) => id)).toEqual([keyOf(noura)])
  })
})

onEachDatabase('npm run admin -- rotate-keys', start => {
  test('servers sign with a new key within minutes, and accept the old one for a day', async () => {
    const server = await start()
    const other = await server.another()
    const noura = await server.signIn(NOURA)
    expect(await rotate(server)).toEqual(['Servers sign with the new key within minutes.'])
    expect(keyOf(await server.signIn(SALMA))).toBe(keyOf(noura))
    server.clock.advance(2 * MINUTE)
    const salma = await server.signIn(SALMA)
    expect(keyOf(salma)).not.toBe(keyOf(noura))
    for (const process of [server, other]) {
      expect(await isKnown(process, salma)).toBe(true)
      expect(await isKnown(process, noura)).toBe(true)
    }
  })

  test('--at-once deletes the old ones: tokens are renewed, and nobody is signed out', async () => {
    const server = await start()
    const noura = await server.signIn(NOURA)
    expect(await rotate(server, '--at-once')).toHaveLength(2)
    const restarted = await server.another()
    expect(await isKnown(restarted, noura)).toBe(false)
    expect(await isKnown(restarted, await refresh(restarted, noura))).toBe(true)
    expect(await rowsIn(server)).toHaveLength(1)
  })
})

async function rotate(server: TestServer, ...words: string[]): Promise<string[]> {
  const printed: string[] = []
  const { db, config } = server.services
  await rotateKeysCommand.run({ db, config, words, print: line => printed.push(line) })
  return printed
}

function rowsIn({ services }: TestServer) {
  return services.db.selectFrom('signing_keys').selectAll().orderBy('created_at').execute()
}

/** Counts how often this process reads the keys from now on. */
function readsOf({ services }: TestServer): { count: number } {
  const reads = { count: 0 }
  const selectFrom = services.db.selectFrom.bind(services.db)
  services.db.selectFrom = ((table: never) => {
    if (String(table) === 'signing_keys') reads.count++
    return selectFrom(table)
  }) as typeof services.db.selectFrom
  return reads
}

function keyOf({ idToken }: { idToken: string }): string | undefined {
  return decodeProtectedHeader(idToken).kid
}

async function refresh({ call }: TestServer, session: { refreshToken: string }): Promise<Session> {
  return (await call(refreshToken, { body: session })).data
}
