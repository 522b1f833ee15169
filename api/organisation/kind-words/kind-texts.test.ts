import { expect, test } from 'vitest'
import { eraseAccount, getMyData, setTextConsent } from '../../../contract/account.ts'
import { logPage } from '../../../contract/lessons.ts'
import { getOrgHome } from '../../../contract/organisation/home.ts'
import { getKindWords, giveKindWords, sendKindTexts } from '../../../contract/organisation/kind-words/kind-words.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { changeOrgSettings, getOrgSettings } from '../../../contract/organisation/settings.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { smsParts } from '../../../contract/text/sms-parts.ts'
import { DAY } from '../../../contract/time.ts'
import { eraseDue } from '../../account/personal-data/erase.ts'
import { filesIn } from '../../account/personal-data/testing-zip.ts'
import { limitKey } from '../../http/limit-key.ts'
import { addMentor } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { nameIt, PHONES, startWithTeam } from '../people/testing.ts'
import { limit } from '../reach/testing.ts'

const LESSON = 'first-aid-en-cuts'

onEachDatabase('A friendly text to silent learners who agreed', start => {
  /** Noura and Yousef logged a page twenty days ago, and nothing since. Noura agreed to texts. */
  async function startWithNoura(env: Record<string, string> = {}) {
    const team = await startWithTeam(start, { LIMIT_FACTOR: '100', PUBLIC_URL: 'https://learn.example.org', ...env })
    const { server, noura, yousef } = team
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    await nameIt(noura, 'Noura')
    for (const person of [noura, yousef]) {
      await person.call(logPage, {
        params: { lessonId: LESSON },
        body: { userId: person.uid, pageId: 'start', pageNumber: 1 },
      })
      await visitedAgo(server, person, 20 * DAY)
    }
    await agree(noura)
    return team
  }

  async function visitedAgo({ services: { db }, clock }: TestServer, { uid }: Person, ago: number): Promise<void> {
    const at = clock.now() - ago
    await db.updateTable('page_answers').set({ first_at: at, logged_at: at }).where('uid', '=', uid).execute()
    await db.updateTable('users').set({ began_at: at, active_at: at }).where('uid', '=', uid).execute()
  }

  const agree = ({ call }: Person, agrees = true) => call(setTextConsent, { body: { agrees } })
  const preview = async (who: Person) => (await who.call(getKindWords, { query: {} })).data
  const send = async (who: Person, body = {}) => (await who.call(sendKindTexts, { body })).data.count
  const textsTo = (server: TestServer, { phone }: Person) =>
    (server.outbox() as { to: string; text: string; code?: string }[]).filter(sms => sms.to === phone && !sms.code)
  const linkIn = (text = '') => /https:\/\/learn\.example\.org(\/no-more\/\S+)$/.exec(text)?.[1] ?? expect.fail(text)
  const open = (server: TestServer, path: string, method = 'GET') => fetch(server.origin + path, { method })

  test('goes to Noura alone, with words that Reem has read, and names no lesson', async () => {
    const { server, reem, noura, yousef } = await startWithNoura({ SMS_PRICE: '0.04 USD' })
    const { texts } = await preview(reem)
    expect(texts).toMatchObject({ ready: 1, sample: { name: 'Noura' }, price: { amount: 0.04, currency: 'USD' } })
    expect(await send(reem)).toBe(1)
    await server.services.kindTextSender.finish()
    const [sms, ...more] = textsTo(server, noura)
    expect([more, textsTo(server, yousef)]).toEqual([[], []])
    const withoutCode = (text = '') => text.replace(/no-more\/\S+/, 'no-more/')
    expect(withoutCode(sms?.text)).toBe(withoutCode(texts.sample?.text))
    expect(sms?.text).toContain('Hello Noura!')
    expect(sms?.text).not.toContain('Cuts')
    expect((await preview(reem)).texts).toMatchObject({ ready: 0, sample: null, waiting: 0, sent: 1, refused: 0 })
    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines[0]).toMatchObject({ action: 'kind-texts-sent', details: { count: 1 } })
  })

  test('says what Reem wrote as the reminder, and in English a name that is in Arabic only', async () => {
    const { reem } = await startWithNoura()
    const { values } = (await reem.call(getOrgSettings, {})).data
    const named = { name: 'name', from: values.name, to: { ...values.name, ar: 'مركز إربد' } } as const
    const from = values.reminder
    const reminder = { name: 'reminder', from, to: { ...from, en: '{name} thinks of you: {link}' } } as const
    await reem.call(changeOrgSettings, { body: { changes: [named, reminder] } })
    const { text } = (await preview(reem)).texts.sample ?? expect.fail('nobody is silent')
    const words = 'مركز إربد thinks of you: https://learn.example.org'
    expect(text).toMatch(new RegExp(`^Hello Noura! ${words}\nNo more of these texts: `))
    // The settings count the messages of the whole text.
    const { link, around } = (await reem.call(getOrgSettings, {})).data.sampleReminder
    const shown = around.en.replace('{reminder}', `مركز إربد thinks of you: ${link}`)
    expect(text).toBe(shown.replace('Hello!', 'Hello Noura!'))
  })

  test('nobody gets a second one within fourteen days, no draft beside it, and not twice for two coordinators', async () => {
    const { server, reem, noura } = await startWithNoura()
    const omar = await server.signIn(PHONES.omar)
    await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['coordinator'] } })
    expect((await Promise.all([send(reem), send(omar)])).toSorted()).toEqual([0, 1])
    await server.services.kindTextSender.finish()
    expect(await preview(reem)).toMatchObject({ ready: 1, leftOut: { recent: 1 }, texts: { ready: 0 } })
    // The draft is for Yousef.
    expect((await reem.call(giveKindWords, { body: {} })).data.count).toBe(1)
    server.clock.advance(14 * DAY)
    const later = await server.signIn(PHONES.reem)
    expect(await send(later)).toBe(1)
    await server.services.kindTextSender.finish()
    expect(textsTo(server, noura)).toHaveLength(2)
  })

  test('one press on the link in it ends such texts, without a sign-in; to open it ends nothing', async () => {
    const { server, reem, noura } = await startWithNoura()
    await send(reem)
    await server.services.kindTextSender.finish()
    const path = linkIn(textsTo(server, noura)[0]?.text)
    const page = await open(server, path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await page.text()
    expect(html).toMatch(/<form method="post"><button>No more texts<\/button>/)
    expect(html).toContain('لا مزيد من الرسائل')
    expect(html, 'no name, no number').not.toMatch(/Noura|\+971/)
    const { db } = server.services
    const consent = () => db.selectFrom('text_consents').selectAll().where('uid', '=', noura.uid).executeTakeFirst()
    expect((await consent())?.ended_at).toBeNull()
    // This is how a browser sends a form without fields.
    const pressed = await fetch(server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    expect([pressed.status, await pressed.text()]).toEqual([200, expect.stringContaining('Done. No more')])
    expect((await consent())?.ended_at).not.toBeNull()
    expect((await open(server, path, 'POST')).status, 'once more does no harm').toBe(200)
    const again = await (await open(server, path)).text()
    expect(again).toContain('No more such texts come.')
    expect(again).toContain('لا تصل رسائل كهذه بعد الآن')
    expect(again, 'nothing is asked').not.toContain('<form')
    await agree(noura)
    expect(await (await open(server, path)).text(), 'she agreed again').toContain('<form')
    await agree(noura, false)
    server.clock.advance(15 * DAY)
    const later = await server.signIn(PHONES.reem)
    expect((await preview(later)).texts.ready).toBe(0)
    expect(await send(later)).toBe(0)
  })

  test('who takes the consent back is not counted a moment later, and who gives it is', async () => {
    const { reem, noura, yousef } = await startWithNoura()
    const ready = async () => (await preview(reem)).texts.ready
    expect(await ready()).toBe(1)
    await agree(noura, false)
    expect(await ready()).toBe(0)
    await agree(yousef)
    expect(await ready()).toBe(1)
  })

  test('a link that was guessed ends nothing and says so', async () => {
    const { server, noura } = await startWithNoura()
    for (const method of ['GET', 'POST'])
      for (const code of ['AAAAAAAAAAAAAAAA', '%00', 'A%00', '%D9%86', 'A'.repeat(200)]) {
        const page = await open(server, `/no-more/${code}`, method)
        expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('no longer good')])
      }
    const row = await server.services.db.selectFrom('text_consents').selectAll().executeTakeFirst()
    expect(row).toMatchObject({ uid: noura.uid, ended_at: null })
  })

  test('many people of one network may open their links in the same minute, and somebody who guesses may not go on', async () => {
    const { server, reem, noura } = await startWithNoura({ LIMIT_FACTOR: '1' })
    await send(reem)
    await server.services.kindTextSender.finish()
    const path = linkIn(textsTo(server, noura)[0]?.text)
    const guess = (index: number) => open(server, `/no-more/${String(index).padStart(16, 'A')}`)
    const statuses = new Set<number>()
    for (let index = 0; index < 21; index += 1) statuses.add((await guess(index)).status)
    expect([...statuses]).toEqual([404, 429])
    const refused = await open(server, '/no-more/AAAAAAAAAAAAAAAA')
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toMatch(
      /<section lang="ar" dir="rtl">.*بعد بضع دقائق.*<section lang="en".*in a few min/,
    )
    expect((await open(server, path)).status).toBe(200)
    expect((await open(server, path, 'POST')).status).toBe(200)
  })

  test('as many parts are counted before as are sent, though one Arabic name makes a text longer', async () => {
    const { server, reem, noura, yousef } = await startWithNoura()
    await nameIt(noura, 'نورة')
    await agree(yousef)
    const { ready, sample, parts } = (await preview(reem)).texts
    expect(await send(reem)).toBe(2)
    await server.services.kindTextSender.finish()
    const sent = [noura, yousef].flatMap(person => textsTo(server, person).map(({ text }) => smsParts(text).parts))
    expect(new Set(sent).size, 'they differ').toBe(2)
    expect(parts).toBe(sent.reduce((sum, one) => sum + one, 0))
    expect(parts).not.toBe((sample?.parts ?? 0) * ready)
  })

  test('if the texts of the day are used up, the rest is not sent, and Reem reads so until she sends it the next day', async () => {
    const { server, reem, noura, yousef } = await startWithNoura()
    await agree(yousef)
    const { db } = server.services
    const limits = (count: number) => ({ key: limitKey({ name: 'code/day', of: 'everybody' }), count })
    // One text is left for today. The limits of this server are a hundred times as high as usual.
    await db
      .insertInto('limits')
      .values({ ...limits(149_999), started_at: server.clock.now() })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ count: 149_999 }))
      .execute()
    expect(await send(reem)).toBe(2)
    await server.services.kindTextSender.finish()
    expect([noura, yousef].flatMap(person => textsTo(server, person))).toHaveLength(1)
    expect((await preview(reem)).texts).toMatchObject({ ready: 1, waiting: 0, sent: 1, unsent: 1 })
    const unsent = async (who: Person) =>
      (await who.call(getOrgHome, {})).data.items.filter(({ kind }) => kind === 'unsent-texts')
    expect(await unsent(reem)).toEqual([{ kind: 'unsent-texts', count: 1 }])
    const lines = async () => (await reem.call(getAuditLog, { query: {} })).data.lines
    expect((await lines())[0]).toMatchObject({
      action: 'kind-texts-unsent',
      side: 'server',
      actor: null,
      details: { count: 1 },
    })
    server.clock.advance(DAY + 1)
    const later = await server.signIn(PHONES.reem)
    expect(await send(later)).toBe(1)
    await server.services.kindTextSender.finish()
    expect([noura, yousef].map(person => textsTo(server, person).length)).toEqual([1, 1])
    expect((await preview(later)).texts).toMatchObject({ ready: 0, sent: 2, unsent: 0 })
    expect(await unsent(later)).toEqual([])
  })

  test('who changes their mind, comes back or is erased before it is sent gets none', async () => {
    const { server, reem, noura, yousef } = await startWithNoura()
    await agree(yousef)
    const layan = await server.signIn('+971507000002')
    await layan.call(logPage, {
      params: { lessonId: LESSON },
      body: { userId: layan.uid, pageId: 'start', pageNumber: 1 },
    })
    await visitedAgo(server, layan, 20 * DAY)
    await agree(layan)
    const { db } = server.services
    // These texts were handed over while no process could send them.
    const made_at = server.clock.now()
    const row = { made_at, language: 'en', state: 'waiting', sent_at: null } as const
    await db
      .insertInto('kind_texts')
      .values([noura, yousef, layan].map(({ uid: learner_uid }) => ({ learner_uid, ...row })))
      .execute()
    await agree(noura, false)
    await db
      .updateTable('users')
      .set({ active_at: made_at + 1 })
      .where('uid', '=', yousef.uid)
      .execute()
    await layan.call(eraseAccount, {})
    await server.services.kindTextSender.finish()
    for (const person of [noura, yousef, layan]) expect(textsTo(server, person)).toEqual([])
    expect((await preview(reem)).texts).toMatchObject({ waiting: 0, sent: 0 })
  })

  test('a coordinator for the people of Salma texts nobody else, and reads of nobody else', async () => {
    const { server, reem, noura, yousef, mentorId } = await startWithNoura()
    await nameIt(yousef, 'Yousef')
    await agree(yousef)
    const { id: hudaId } = await addMentor(server, 'Huda Kamel', PHONES.huda)
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: hudaId }).where('uid', '=', noura.uid).execute()
    const omar = await server.signIn(PHONES.omar)
    await limit(reem, omar, [mentorId])
    const own = await preview(omar)
    expect(own.texts).toMatchObject({ ready: 1, sample: { name: 'Yousef' } })
    expect(JSON.stringify(own)).not.toContain('Noura')
    await expect(send(omar, { mentor: String(hudaId) })).rejects.toMatchObject({ code: 'not-found' })
    expect(await send(omar)).toBe(1)
    expect((await preview(reem)).texts).toMatchObject({ ready: 1, waiting: expect.any(Number) })
    await send(reem)
    await server.services.kindTextSender.finish()
    expect((await preview(omar)).texts.sent).toBe(1)
    expect((await preview(reem)).texts.sent).toBe(2)
  })

  test('somebody without a mentor can get one, and who came back within seven days is counted', async () => {
    const { server, reem, noura } = await startWithNoura()
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: null }).where('uid', '=', noura.uid).execute()
    expect(await send(reem)).toBe(1)
    await server.services.kindTextSender.finish()
    expect((await preview(reem)).texts, 'not once more').toMatchObject({ ready: 0, sent: 1 })
    server.clock.advance(DAY)
    const back = await server.signIn(PHONES.noura)
    await back.call(logPage, {
      params: { lessonId: LESSON },
      body: { userId: back.uid, pageId: 'pressure', pageNumber: 2 },
    })
    expect((await preview(await server.signIn(PHONES.reem))).texts).toMatchObject({ sent: 1, cameBack: 1 })
  })

  test('the own data of Noura name the text, and nothing of it stays when she is erased', async () => {
    const { server, reem, noura } = await startWithNoura()
    await send(reem)
    await server.services.kindTextSender.finish()
    const zip = (await noura.call(getMyData, {})) as Blob
    const files = await filesIn(Buffer.from(await zip.arrayBuffer()))
    const data = JSON.parse(String(files['data.json']))
    expect(data.kindTexts).toMatchObject([{ state: 'sent', language: 'en' }])
    expect(JSON.stringify(data), 'the code of the link is for the phone alone').not.toContain('no-more')
    const path = linkIn(textsTo(server, noura)[0]?.text)
    await noura.call(eraseAccount, {})
    server.clock.advance(8 * DAY)
    const { db, personalDataSources, identity } = server.services
    await eraseDue(db, { personalDataSources, accounts: identity.accounts, now: server.clock.now() }, error => {
      throw error
    })
    const texts = () => db.selectFrom('kind_texts').selectAll().where('learner_uid', '=', noura.uid).execute()
    expect([await texts(), (await open(server, path)).status]).toEqual([[], 404])
  })
})
