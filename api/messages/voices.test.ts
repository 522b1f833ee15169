import { beforeAll, expect, test } from 'vitest'
import { getMyData } from '../../contract/account.ts'
import { getVoiceUrl } from '../../contract/messages.ts'
import { eraseNow } from '../account/personal-data/erase.ts'
import { filesIn } from '../account/personal-data/testing-zip.ts'
import { removeOrphans } from '../media/recordings/orphaned-objects.ts'
import { mp3, urlFor } from '../media/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { castOn, history, sayVoice, send, startForAll, startWithAll } from './testing.ts'

onEachDatabase('voice notes', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
  })

  test('only the speaker can play a voice note that was not sent', async () => {
    const { salma, noura, yousef, mentorId } = await castOn(server)
    const voice = await sayVoice(server.origin, noura, mp3(1))
    const heardAt = async (who: Person) => {
      const headers = { Authorization: `Bearer ${who.idToken}` }
      return (await fetch(`${server.origin}/step-by-step/user-content/${voice}`, { headers })).status
    }
    expect(await heardAt(noura)).toBe(200)
    for (const other of [salma, yousef]) {
      expect(await heardAt(other)).toBe(404)
      const url = urlFor(other, voice, { lessonId: 'voice-note', pageId: 'any' })
      await expect(url).rejects.toMatchObject({ status: 404 })
    }
    await send(noura, mentorId, '', { voice })
    expect(await heardAt(salma)).toBe(200)
    expect(await heardAt(yousef)).toBe(404)
  })

  test("Noura's download has Salma's voice notes, under a name that says nothing about Salma", async () => {
    const { salma, noura, yousef, mentorId } = await castOn(server)
    const own = await sayVoice(server.origin, noura, mp3(1))
    await send(noura, mentorId, '', { voice: own })
    const said = await send(salma, noura.uid, '', { voice: await sayVoice(server.origin, salma, mp3(2)) })
    await send(salma, yousef.uid, '', { voice: await sayVoice(server.origin, salma, mp3(3)) })
    const zip = (await noura.call(getMyData, {})) as Blob
    const files = await filesIn(Buffer.from(await zip.arrayBuffer()))
    expect(Object.keys(files).sort()).toEqual(['data.json', `recordings/${own}`, `voices/${said.id}.mp3`])
    expect(files[`voices/${said.id}.mp3`]).toEqual(mp3(2))
    const data = String(files['data.json'])
    expect(JSON.parse(data).messages).toMatchObject([
      { from: 'me', voice: `recordings/${own}` },
      { from: 'Salma Haddad', voice: `voices/${said.id}.mp3` },
    ])
    expect(data).not.toContain(salma.uid)
  })

  test("Salma's voice notes stay when her account is erased, and are erased with Noura's", async () => {
    const { server, salma, noura, yousef } = await startWithAll(start)
    const voice = await sayVoice(server.origin, salma, mp3(2))
    const said = await send(salma, noura.uid, '', { voice })
    const toYousef = await send(salma, yousef.uid, '', { voice: await sayVoice(server.origin, salma, mp3(1)) })
    await sayVoice(server.origin, salma, mp3(3))
    await erase(server, salma)
    expect(await keysIn(server)).toHaveLength(2)
    expect((await history(noura)).at(-1)).toMatchObject({ id: said.id, voice: { seconds: 2 } })
    expect(await heard(server, noura, said.id)).toEqual(mp3(2))
    await erase(server, noura)
    const { db, stores } = server.services
    await removeOrphans(db, stores.recordings, error => expect.fail(error.message), server.clock.now())
    expect(await keysIn(server)).toHaveLength(1)
    expect(await heard(server, yousef, toYousef.id)).toEqual(mp3(1))
  })

  test("the replies that Salma got do not name Noura after Noura's account is erased", async () => {
    const { salma, noura, yousef, mentorId } = await castOn(server)
    await send(noura, mentorId, 'a question', { key: 'key-of-noura' })
    await send(salma, noura.uid, 'a secret of Noura', { key: 'key-of-salma' })
    await send(salma, yousef.uid, 'to Yousef', { key: 'other-key-of-salma' })
    await erase(server, noura)
    const everybody = [salma, noura, yousef].map(({ uid }) => uid)
    const keys = server.services.db.selectFrom('idempotency_keys').where('uid', 'in', everybody).selectAll()
    expect(await keys.execute()).toMatchObject([{ uid: salma.uid, key: 'other-key-of-salma' }])
  })
})

function erase({ services: { db, personalDataSources, identity }, clock }: TestServer, { uid }: Person): Promise<void> {
  return eraseNow(db, uid, { personalDataSources, accounts: identity.accounts, now: clock.now() })
}

async function heard({ origin }: TestServer, who: Person, messageId: string): Promise<Buffer> {
  const { data } = await who.call(getVoiceUrl, { params: { messageId } })
  return Buffer.from(await (await fetch(origin + data.url)).arrayBuffer())
}

async function keysIn({ services }: TestServer): Promise<string[]> {
  const keys: string[] = []
  for await (const key of services.stores.recordings.keys()) if (!key.startsWith('media/')) keys.push(key)
  return keys
}
