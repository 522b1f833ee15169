import type { Page } from '@playwright/test'
import { openDatabase } from '../../api/database/open.ts'
import { changeName, setTextConsent } from '../../contract/account.ts'
import { setMentorRole } from '../../contract/organisation/person-acts.ts'
import { DAY } from '../../contract/time.ts'
import { expectGoodInBoth, expectGoodOnBoth, inBothLanguages } from '../good-screens.ts'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, newPhone, personByPhone, smsTo } from '../people.ts'
import type { Server } from '../server.ts'
import { finishPage, goInside } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'

const LEARNERS = { ar: ['نورة أحمد', 'Yousef Amin'], en: ['Noura Ahmad', 'يوسف أمين'] } as const

test('Reem hands a kind word to Salma, who sends it to Noura in words of her own', async ({ own, browser, page }) => {
  const [reem, salma] = [await firstOwner(own), await personByPhone(own)]
  await salma.call(changeName, { body: { name: 'سلمى حداد' } })
  await reem.call(setMentorRole, { params: { uid: salma.session.uid }, body: { isMentor: true } })
  const learners = { ar: await learnersIn(own, 'ar'), en: await learnersIn(own, 'en') }
  await makeSilent(own, [...learners.ar, ...learners.en])

  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/reports/silent`)
  const card = page.locator('.kind-words')
  const hand = (language: Language) => card.getByRole('button', { name: texts[language].reports.kindWords.hand })
  const present = await expectGoodInBoth(page, 'kind words to hand out', async language => {
    await expect(card).toContainText(LEARNERS.ar[0], { timeout: 40_000 })
    await expect(hand(language)).toBeVisible()
  })
  await hand(present).click()
  await expectGoodInBoth(page, 'kind words that were handed out', async language => {
    await expect(card.getByText(texts[language].reports.kindWords.leftOut.recent)).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
  })

  const ofSalma = await (await browser.newContext()).newPage()
  await bringIn(ofSalma, salma, 'ar')
  await ofSalma.goto(`${own.origin}/messages`)
  await expectGoodInBoth(ofSalma, 'an inbox with kind words', language =>
    expect(ofSalma.getByText(new RegExp(texts[language].inbox.kindWord.ready))).toHaveCount(4),
  )
  await inBothLanguages(ofSalma, async language => {
    await useAndEnd(ofSalma, learners[language], language)
    // On a phone, a conversation has no menu to switch in.
    await goInside(ofSalma, '/messages')
  })
  await ofSalma.context().close()
})

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

/** Salma uses the first kind word, and wants no more for the second learner until she allows them again. */
async function useAndEnd(page: Page, [first, second]: string[], language: Language): Promise<void> {
  const t = texts[language]
  const names = LEARNERS[language]
  await goInside(page, `/messages/${first}`)
  const word = page.getByRole('region', { name: t.inbox.kindWord.title })
  await expect(word).toContainText(names[0])
  await expectGoodOnBoth(page, 'a kind word in the conversation')
  await word.getByRole('button', { name: t.inbox.kindWord.use }).click()
  const box = page.locator('.composer textarea').first()
  await expect(box).toHaveValue(new RegExp(names[0]))
  // The words stand in the box now, which needs the room.
  await expect(word).not.toContainText(names[0])
  await page.getByRole('button', { name: t.messages.send, exact: true }).click()
  await expect(word).toContainText(t.inbox.kindWord.used)
  await expectGoodOnBoth(page, 'a kind word that was used')
  await goInside(page, `/messages/${second}`)
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
  await expect(word).toContainText(names[1])
}

test('Noura agrees to texts, Reem sends one, and one press on its link ends them', async ({
  own,
  browser,
  page,
  watch,
}) => {
  const [reem, noura] = [await firstOwner(own), await personByPhone(own)]
  await noura.call(changeName, { body: { name: 'نورة أحمد' } })
  await finishPage(noura, 'first-aid-ar-cuts', 'start')

  const ofNoura = await (await browser.newContext()).newPage()
  await bringIn(ofNoura, noura, 'ar')
  await ofNoura.goto(`${own.origin}/account`)
  const agrees = (language: Language) => ofNoura.getByRole('switch', { name: texts[language].account.texts })
  await expect(agrees('ar')).not.toBeChecked()
  await agrees('ar').click()
  await expectGoodInBoth(ofNoura, 'the profile of somebody who agrees to texts', language =>
    expect(agrees(language)).toBeChecked(),
  )
  await makeSilent(own, [noura.session.uid])

  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/reports/silent`)
  const card = page.locator('.kind-texts')
  await expectGoodInBoth(page, 'a text to send', () => expect(card).toContainText('نورة أحمد', { timeout: 40_000 }))
  await card.getByRole('button').click()
  await expect.poll(() => smsTo(own, noura.phone).at(-1)?.text ?? '').toContain('/no-more/')
  await expectGoodInBoth(page, 'a text that was sent', () => expect(card.getByRole('button')).toHaveCount(0))

  const [path] = /\/no-more\/\S+/.exec(smsTo(own, noura.phone).at(-1).text) ?? []
  // Another phone, where nobody is signed in. The page is in both languages, and has a button for each.
  const elsewhere = await (await browser.newContext()).newPage()
  const button = (language: Language) => elsewhere.getByRole('button', { name: texts[language].server.noMore.button })
  const done = (language: Language) => elsewhere.getByText(texts[language].server.noMore.done)
  await elsewhere.goto(own.origin + path)
  await expectGoodOnBoth(elsewhere, 'the page that ends texts')
  await button('ar').click()
  for (const language of ['ar', 'en'] as const) await expect(done(language)).toBeVisible()
  await expectGoodOnBoth(elsewhere, 'the page after texts were ended')
  await noura.call(setTextConsent, { body: { agrees: true } })
  await elsewhere.goto(own.origin + path)
  await button('en').click()
  await expect(done('en')).toBeVisible()
  await ofNoura.reload()

  // Without a network the switch stays as it was, and says so.
  watch.expected.push(FAILED_REQUEST)
  await ofNoura.route('**/textConsent', route =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await inBothLanguages(ofNoura, async language => {
    await expect(agrees(language)).not.toBeChecked()
    await agrees(language).click()
    await expect(ofNoura.getByText(texts[language].account.textsError)).toBeVisible()
    await expect(agrees(language)).not.toBeChecked()
  })
})

/** They were last here twenty days ago. */
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
