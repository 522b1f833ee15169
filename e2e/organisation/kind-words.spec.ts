import type { Locator, Page } from '@playwright/test'
import { openDatabase } from '../../api/database/open.ts'
import { changeName, setTextConsent } from '../../contract/account.ts'
import { setMentorRole } from '../../contract/organisation/person-acts.ts'
import { DAY } from '../../contract/time.ts'
import { expectGoodInBoth, expectGoodOnBoth, inBothLanguages } from '../good-screens.ts'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, newPhone, type Person, type PersonByPhone, personByPhone, smsTo } from '../people.ts'
import type { Server } from '../server.ts'
import { finishPage, goInside } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'

const LEARNERS = { ar: ['نورة أحمد', 'Yousef Amin'], en: ['Noura Ahmad', 'يوسف أمين'] } as const
const LAILA = 'ليلى سالم'

test('Reem hands kind words to Salma, who sends them in words of her own, and a text to Laila, who ends texts by one press', async ({
  own,
  browser,
  page,
  watch,
}) => {
  const [reem, laila] = [await firstOwner(own), await personByPhone(own)]
  await laila.call(changeName, { body: { name: LAILA } })
  await finishPage(laila, 'first-aid-ar-cuts', 'start')
  const ofLaila = await (await browser.newContext()).newPage()
  await test.step('Laila, who has no mentor, agrees to texts', () => agreeToTexts(ofLaila, laila, own))
  const salma = await personByPhone(own)
  await salma.call(changeName, { body: { name: 'سلمى حداد' } })
  await reem.call(setMentorRole, { params: { uid: salma.session.uid }, body: { isMentor: true } })
  const learners = { ar: await learnersIn(own, 'ar'), en: await learnersIn(own, 'en') }
  await makeSilent(own, [...learners.ar, ...learners.en, laila.session.uid])

  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/reports/silent`)
  const [card, ofTexts] = [page.locator('.kind-words'), page.locator('.kind-texts')]
  const hand = (language: Language) => card.getByRole('button', { name: texts[language].reports.kindWords.hand })
  const present = await expectGoodInBoth(page, 'kind words to hand out, and a text to send', async language => {
    await expect(card).toContainText(LEARNERS.ar[0], { timeout: 40_000 })
    await expect(hand(language)).toBeVisible()
    await expect(ofTexts).toContainText(LAILA)
  })
  await hand(present).click()
  await ofTexts.getByRole('button').click()
  await expect.poll(() => smsTo(own, laila.phone).at(-1)?.text ?? '').toContain('/no-more/')
  await expectGoodInBoth(page, 'kind words that were handed out, and a text that was sent', async language => {
    await expect(card.getByText(texts[language].reports.kindWords.leftOut.recent)).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    await expect(ofTexts.getByRole('button')).toHaveCount(0)
  })

  const ofSalma = await (await browser.newContext()).newPage()
  await bringIn(ofSalma, salma, 'ar')
  await ofSalma.goto(`${own.origin}/messages`)
  await expectGoodInBoth(ofSalma, 'an inbox with kind words', language =>
    expect(ofSalma.getByText(new RegExp(texts[language].inbox.kindWord.ready))).toHaveCount(4),
  )
  await inBothLanguages(ofSalma, async language => {
    if (language === 'ar') await takeWord(ofSalma, learners.ar[0] ?? '')
    else await endWords(ofSalma, learners.en[1] ?? '')
    // On a phone, a conversation has no menu to switch the language in.
    await goInside(ofSalma, '/messages')
  })
  await ofSalma.context().close()

  // This is another phone, where nobody is signed in.
  const elsewhere = await (await browser.newContext()).newPage()
  await test.step('one press on the link of a text ends them', () => endTexts(elsewhere, laila, own))
  await ofLaila.reload()
  watch.expected.push(FAILED_REQUEST)
  await test.step('without a network her switch stays as it was, and says so', () => tryWithoutNetwork(ofLaila))
})

function agreesTo(page: Page, language: Language): Locator {
  return page.getByRole('switch', { name: texts[language].account.texts })
}

async function agreeToTexts(page: Page, laila: Person, server: Server): Promise<void> {
  await bringIn(page, laila, 'ar')
  await page.goto(`${server.origin}/account`)
  await expect(agreesTo(page, 'ar')).not.toBeChecked()
  await agreesTo(page, 'ar').click()
  await expectGoodInBoth(page, 'the profile of somebody who agrees to texts', language =>
    expect(agreesTo(page, language)).toBeChecked(),
  )
}

/** Opens the link of a text. Its page is in both languages, and has a button for each. */
async function endTexts(page: Page, laila: PersonByPhone, server: Server): Promise<void> {
  const [path] = /\/no-more\/\S+/.exec(smsTo(server, laila.phone).at(-1).text) ?? []
  const button = (language: Language) => page.getByRole('button', { name: texts[language].server.noMore.button })
  const done = (language: Language) => page.getByText(texts[language].server.noMore.done)
  await page.goto(server.origin + path)
  await expectGoodOnBoth(page, 'the page that ends texts')
  await button('ar').click()
  for (const language of ['ar', 'en'] as const) await expect(done(language)).toBeVisible()
  await expectGoodOnBoth(page, 'the page after texts were ended')
  await laila.call(setTextConsent, { body: { agrees: true } })
  await page.goto(server.origin + path)
  await button('en').click()
  await expect(done('en')).toBeVisible()
}

async function tryWithoutNetwork(page: Page): Promise<void> {
  await page.route('**/textConsent', route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await inBothLanguages(page, async language => {
    await expect(agreesTo(page, language)).not.toBeChecked()
    await agreesTo(page, language).click()
    await expect(page.getByText(texts[language].account.textsError)).toBeVisible()
    await expect(agreesTo(page, language)).not.toBeChecked()
  })
}

/** Noura and Yousef began a lesson in this language. Salma is their mentor. */
async function learnersIn(server: Server, language: Language): Promise<string[]> {
  const uids = []
  for (const name of LEARNERS[language]) {
    const learner = await personByPhone(server, newPhone(), { responderId: 1 })
    await learner.call(changeName, { body: { name } })
    await finishPage(learner, `first-aid-${language}-cuts`, 'start')
    uids.push(learner.session.uid)
  }
  return uids
}

/** Salma uses the kind word for the first learner, in Arabic. */
async function takeWord(page: Page, uid: string): Promise<void> {
  const t = texts.ar
  const [name] = LEARNERS.ar
  await goInside(page, `/messages/${uid}`)
  const word = page.getByRole('region', { name: t.inbox.kindWord.title })
  await expect(word).toContainText(name)
  await expectGoodOnBoth(page, 'a kind word in the conversation')
  await word.getByRole('button', { name: t.inbox.kindWord.use }).click()
  const box = page.locator('.composer textarea').first()
  await expect(box).toHaveValue(new RegExp(name))
  // The words are in the box now. The box needs the room, so the region does not show them any more.
  await expect(word).not.toContainText(name)
  await page.getByRole('button', { name: t.messages.send, exact: true }).click()
  await expect(word).toContainText(t.inbox.kindWord.used)
  await expectGoodOnBoth(page, 'a kind word that was used')
}

/** In English, Salma ends kind words for the second learner, and allows them again. */
async function endWords(page: Page, uid: string): Promise<void> {
  const t = texts.en
  await goInside(page, `/messages/${uid}`)
  const word = page.getByRole('region', { name: t.inbox.kindWord.title })
  await word.getByRole('button', { name: t.inbox.kindWord.noMore }).click()
  await expectGoodOnBoth(page, 'the question before no more words')
  await word.getByRole('button', { name: t.inbox.kindWord.cancel }).press('Enter')
  await word.getByRole('button', { name: t.inbox.kindWord.noMore }).click()
  await word.getByRole('button', { name: t.inbox.kindWord.noMoreYes }).click()
  await expect(word).toHaveCount(0)
  await expect(page.getByText(t.inbox.nothingYet)).toBeVisible()
  await expectGoodOnBoth(page, 'a conversation in which nothing was written yet')
  await page.getByRole('button', { name: t.inbox.more, exact: true }).click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByText(t.inbox.kindWord.ended)).toBeVisible()
  await expectGoodOnBoth(page, 'no more kind words')
  await menu.getByRole('button', { name: t.inbox.kindWord.allow }).click()
  await expect(menu.getByRole('button', { name: t.inbox.kindWord.end })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(word).toContainText(LEARNERS.en[1])
}

/** Makes these learners silent: their last visit was twenty days ago. */
async function makeSilent(server: Server, uids: readonly string[]): Promise<void> {
  const db = await openDatabase({ databaseUrl: '', dataDir: server.dataDir })
  try {
    const at = Date.now() - 20 * DAY
    await db.updateTable('page_answers').set({ first_at: at, logged_at: at }).where('uid', 'in', uids).execute()
    for (const [index, uid] of uids.entries())
      await db
        .updateTable('users')
        .set({ began_at: at, active_at: at + index })
        .where('uid', '=', uid)
        .execute()
  } finally {
    await db.destroy()
  }
}
