import { openDatabase } from '../../api/database/open.ts'
import { changeName } from '../../contract/account.ts'
import { setMentorRole } from '../../contract/organisation/person-acts.ts'
import { DAY } from '../../contract/time.ts'
import { expectGoodOnBoth, sizeFor } from '../good-screens.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, newPhone, personByPhone, smsTo } from '../people.ts'
import type { Server } from '../server.ts'
import { finishPage } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'

for (const language of ['ar', 'en'] as const)
  test(`Reem hands a kind word to Salma in ${language}, who sends it to Noura in words of her own`, async ({
    own,
    browser,
    page,
  }) => {
    const t = texts[language]
    const [reem, salma] = [await firstOwner(own), await personByPhone(own)]
    await salma.call(changeName, { body: { name: 'سلمى حداد' } })
    await reem.call(setMentorRole, { params: { uid: salma.session.uid }, body: { isMentor: true } })
    const names = ['نورة أحمد', 'Yousef Amin']
    const learners = []
    for (const name of names) {
      const learner = await personByPhone(own, newPhone(), { responderId: 1 })
      await learner.call(changeName, { body: { name } })
      await finishPage(learner, `first-aid-${language}-cuts`, 'start')
      learners.push(learner.session.uid)
    }
    await makeSilent(own, learners)

    await page.setViewportSize(sizeFor[language])
    await bringIn(page, reem, language)
    await page.goto(`${own.origin}/org/reports/silent`)
    const card = page.locator('.kind-words')
    await expect(card).toContainText(names[0] as string, { timeout: 40_000 })
    await expectGoodOnBoth(page, 'kind words to hand out')
    await card.getByRole('button', { name: t.reports.kindWords.hand }).click()
    await expect(card.getByText(t.reports.kindWords.leftOut.recent)).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    await expectGoodOnBoth(page, 'kind words that were handed out')

    const ofSalma = await (await browser.newContext()).newPage()
    await ofSalma.setViewportSize(sizeFor[language])
    await bringIn(ofSalma, salma, language)
    await ofSalma.goto(`${own.origin}/messages`)
    await expect(ofSalma.getByText(new RegExp(t.inbox.kindWord.ready))).toHaveCount(2)
    await expectGoodOnBoth(ofSalma, 'an inbox with kind words')
    await ofSalma.goto(`${own.origin}/messages/${learners[0]}`)
    const word = ofSalma.getByRole('region', { name: t.inbox.kindWord.title })
    await expect(word).toContainText(names[0] as string)
    await expectGoodOnBoth(ofSalma, 'a kind word in the conversation')
    await word.getByRole('button', { name: t.inbox.kindWord.use }).click()
    const box = ofSalma.locator('.composer textarea').first()
    await expect(box).toHaveValue(new RegExp(names[0] as string))
    // The words are in the box now, and they are no longer shown above it.
    await expect(word).not.toContainText(names[0] as string)
    await ofSalma.getByRole('button', { name: t.messages.send, exact: true }).click()
    await expect(word).toContainText(t.inbox.kindWord.used)
    await expectGoodOnBoth(ofSalma, 'a kind word that was used')
    await ofSalma.goto(`${own.origin}/messages/${learners[1]}`)
    await word.getByRole('button', { name: t.inbox.kindWord.noMore }).click()
    await expectGoodOnBoth(ofSalma, 'the question before no more words')
    await word.getByRole('button', { name: t.inbox.kindWord.cancel }).press('Enter')
    await word.getByRole('button', { name: t.inbox.kindWord.noMore }).click()
    await word.getByRole('button', { name: t.inbox.kindWord.noMoreYes }).click()
    await expect(word).toHaveCount(0)
    await expect(ofSalma.getByText(t.inbox.nothingYet)).toBeVisible()
    await expectGoodOnBoth(ofSalma, 'a conversation in which nothing was written yet')
    await ofSalma.getByRole('button', { name: t.inbox.more, exact: true }).click()
    const menu = ofSalma.getByRole('dialog')
    await expect(menu.getByText(t.inbox.kindWord.ended)).toBeVisible()
    await expectGoodOnBoth(ofSalma, 'no more kind words')
    await menu.getByRole('button', { name: t.inbox.kindWord.allow }).click()
    await expect(menu.getByRole('button', { name: t.inbox.kindWord.end })).toBeFocused()
    await ofSalma.keyboard.press('Escape')
    await expect(word).toContainText(names[1] as string)
  })

for (const language of ['ar', 'en'] as const)
  test(`Noura agrees to texts in ${language}, Reem sends one, and one press on its link ends them`, async ({
    own,
    browser,
    page,
    watch,
  }) => {
    const t = texts[language]
    const [reem, noura] = [await firstOwner(own), await personByPhone(own)]
    await noura.call(changeName, { body: { name: 'نورة أحمد' } })
    await finishPage(noura, `first-aid-${language}-cuts`, 'start')

    const ofNoura = await (await browser.newContext()).newPage()
    await ofNoura.setViewportSize(sizeFor[language])
    await bringIn(ofNoura, noura, language)
    await ofNoura.goto(`${own.origin}/account`)
    const agrees = ofNoura.getByRole('switch', { name: t.account.texts })
    await expect(agrees).not.toBeChecked()
    await agrees.click()
    await expect(agrees).toBeChecked()
    await expectGoodOnBoth(ofNoura, 'the profile of somebody who agrees to texts')
    await makeSilent(own, [noura.session.uid])

    await page.setViewportSize(sizeFor[language])
    await bringIn(page, reem, language)
    await page.goto(`${own.origin}/org/reports/silent`)
    const card = page.locator('.kind-texts')
    await expect(card).toContainText('نورة أحمد', { timeout: 40_000 })
    await expectGoodOnBoth(page, 'a text to send')
    await card.getByRole('button').click()
    await expect.poll(() => smsTo(own, noura.phone).at(-1)?.text ?? '').toContain('/no-more/')
    await expect(card.getByRole('button')).toHaveCount(0)
    await expectGoodOnBoth(page, 'a text that was sent')

    const [path] = /\/no-more\/\S+/.exec(smsTo(own, noura.phone).at(-1).text) ?? []
    // Another phone, where nobody is signed in.
    const elsewhere = await (await browser.newContext()).newPage()
    await elsewhere.goto(own.origin + path)
    await expectGoodOnBoth(elsewhere, 'the page that ends texts')
    await elsewhere.getByRole('button', { name: t.server.noMore.button }).click()
    await expect(elsewhere.getByText(t.server.noMore.done)).toBeVisible()
    await expectGoodOnBoth(elsewhere, 'the page after texts were ended')
    await ofNoura.reload()
    await expect(agrees).not.toBeChecked()

    // Without a network the switch stays as it was, and says so.
    watch.expected.push(FAILED_REQUEST)
    await ofNoura.route('**/textConsent', route =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await agrees.click()
    await expect(ofNoura.getByText(t.account.textsError)).toBeVisible()
    await expect(agrees).not.toBeChecked()
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
