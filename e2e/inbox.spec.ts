import { saveUser } from '../contract/identity.ts'
import { getAway, setAway } from '../contract/inbox.ts'
import { logPage } from '../contract/lessons.ts'
import { doubleLetters } from './good-screens.ts'
import { bringIn } from './people.ts'
import type { Server } from './server.ts'
import { at, mentorWith, sendAs, talk } from './talking.ts'
import { expect, FAILED_REQUEST, test } from './test.ts'

/** Salma is Noura's mentor, Huda one more. */
async function startWithTwoMentors(server: Server) {
  const salma = await mentorWith(server, 1, 'Salma Haddad')
  const huda = await mentorWith(server, 0, 'Huda Kamel')
  const noura = salma.learner
  await noura.call(saveUser, { params: { uid: noura.session.uid }, body: { displayName: 'Noura Salem' } })
  await sendAs(noura, salma.id, 'Can you help me?')
  return { salma, huda, noura }
}

test('after a hand-over Salma is told so as soon as she answers, and nothing she wrote is lost', async ({
  browser,
  server,
}) => {
  const { salma, huda, noura } = await startWithTwoMentors(server)
  const { page, context, box, bubble } = await at(browser, server, salma.mentor, 'en', `/messages/${noura.session.uid}`)
  await expect(bubble('Can you help me?')).toBeVisible()
  await server.admin('hand-over', '--from', String(salma.id), '--to', String(huda.id))
  const told = page.getByText('Somebody else is this learner’s mentor now')
  await box.fill('An answer')
  await box.press('Enter')
  await box.fill('I was about to say')
  await expect(told).toBeFocused()
  await expect(bubble('An answer')).toBeVisible()
  await expect(box).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Noura Salem' })).toBeVisible()
  await expect(page.getByLabel('Written and not sent')).toHaveValue('I was about to say')
  await page.reload()
  await expect(told).toBeVisible()
  await expect(page.getByLabel('Written and not sent')).toHaveValue('I was about to say')
  await page.locator('.elsewhere').getByRole('link', { name: 'Back to the learners' }).click()
  await expect(page).toHaveURL(`${server.origin}/messages`)
  await context.close()
})

test('while Huda covers, everybody sees whose words are whose', async ({ browser, server }) => {
  const { salma, huda, noura } = await startWithTwoMentors(server)
  await sendAs(salma.mentor, noura.session.uid, 'From Salma')
  await salma.mentor.call(setAway, { body: { isAway: true, coverId: huda.id } })
  const cover = await at(browser, server, huda.mentor, 'en', `/messages/${noura.session.uid}`)
  await expect(cover.page.locator('.pane-head')).toContainText('for \u2068Salma Haddad\u2069')
  await expect(cover.bubble('From Salma').getByText('Salma Haddad')).toBeInViewport()
  await sendAs(huda.mentor, noura.session.uid, 'From Huda')
  await expect(cover.bubble('From Huda').locator('.author')).toBeHidden()

  const learner = await at(browser, server, noura)
  await expect(learner.bubble('From Huda').locator('.author')).toHaveText('Huda Kamel')
  await expect(learner.bubble('From Salma')).toBeVisible()
  await expect(learner.bubble('From Salma').locator('.author')).toBeHidden()

  const own = await at(browser, server, salma.mentor, 'en', `/messages/${noura.session.uid}`)
  await expect(own.bubble('From Huda').locator('.author')).toHaveText('Huda Kamel')
  await expect(own.bubble('From Huda')).toHaveClass(/mine/)
  for (const { context } of [cover, learner, own]) await context.close()
})

test('the focus stays where one goes on', async ({ browser, server }) => {
  const { salma, noura } = await startWithTwoMentors(server)
  const body = { userId: noura.session.uid, pageId: 'last-time', pageNumber: 9, answer: 'When my neighbour fell' }
  await noura.call(logPage, { params: { lessonId: 'first-aid-en-cuts' }, body })
  const { page, context, box } = await at(browser, server, salma.mentor)
  await page.getByRole('button', { name: 'Away and replies' }).click()
  await expect(page.getByRole('heading', { name: 'Away and replies' })).toBeFocused()
  const reply = page.getByRole('textbox', { name: 'A new saved reply' })
  for (const text of ['Well done', 'Well done', 'Keep going']) {
    await reply.fill(text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(reply).toHaveValue('')
  }
  await expect(page.locator('.saved li')).toHaveText(['Well done', 'Keep going'])
  await page.getByRole('button', { name: 'Delete the reply Well done' }).click()
  await expect(page.getByRole('button', { name: 'Delete the reply Keep going' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reply).toBeFocused()

  await page.goto(`${server.origin}/messages/${noura.session.uid}`)
  await page.getByRole('button', { name: 'No reply needed' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Noura Salem' })).toBeFocused()
  await page.getByRole('button', { name: 'Progress' }).click()
  await expect(page.locator('.side h1')).toBeFocused()
  await expect(page.locator('.answer')).toContainText(String(new Date().getFullYear()))
  await page.getByRole('button', { name: 'Reviewed' }).click()
  await expect(page.getByRole('button', { name: 'Reply to this answer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await context.close()
})

test('whoever is away sees that in the inbox, and can end it there', async ({ browser, server }) => {
  const { salma, huda } = await startWithTwoMentors(server)
  await salma.mentor.call(setAway, { body: { isAway: true, coverId: huda.id } })
  const { page, context } = await at(browser, server, salma.mentor)
  await expect(page.getByText('You are away. \u2068Huda Kamel\u2069 replies meanwhile')).toBeVisible()
  await page.getByRole('button', { name: 'I am back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Learners' })).toBeFocused()
  await expect(page.getByText('You are away')).toBeHidden()
  expect((await salma.mentor.call(getAway, {})).data.isAway).toBe(false)
  await context.close()
})

test('a search that a filter leaves empty goes on among all', async ({ browser, server }) => {
  const { salma } = await startWithTwoMentors(server)
  const { page, context } = await at(browser, server, salma.mentor)
  await page.getByRole('button', { name: 'To review 0' }).click()
  await page.getByRole('searchbox').fill('nourasalem')
  await page.getByRole('button', { name: 'Search all' }).click()
  await expect(page.locator('.person')).toHaveText(/Noura Salem/)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await context.close()
})

test('with letters twice as large the inbox and a conversation fit a small phone', async ({ browser, server }) => {
  const { salma, noura } = await startWithTwoMentors(server)
  const { page, context, bubble } = await at(browser, server, salma.mentor, 'ar')
  await expect(page.locator('.person')).toBeVisible()
  await doubleLetters(page)
  const fits = (selector: string) =>
    page.locator(selector).evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  expect(await fits('.queue')).toBe(true)
  expect((await page.locator('.queue .title').boundingBox())?.height).toBeLessThan(120)
  await page.goto(`${server.origin}/messages/${noura.session.uid}`)
  await expect(bubble('Can you help me?')).toBeVisible()
  await doubleLetters(page)
  await expect(bubble('Can you help me?').locator('p')).toBeInViewport()
  expect(await fits('.thread')).toBe(true)
  await context.close()
})

test('the phone number of who gave no name stands whole in letters twice as large', async ({ browser, server }) => {
  const { mentor, learner, id } = await mentorWith(server)
  await sendAs(learner, id, 'Can you help me?')
  for (const language of ['ar', 'en'] as const) {
    const { page, context, bubble } = await at(browser, server, mentor, language, `/messages/${learner.session.uid}`)
    await expect(bubble('Can you help me?')).toBeVisible()
    await doubleLetters(page)
    const isWhole = page
      .locator('.pane-head :is(h1, small)')
      .evaluateAll(parts =>
        parts.every(part => part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight),
      )
    expect(await isWhole, language).toBe(true)
    await context.close()
  }
})

test('a reply that was refused shows in the list, wherever its mentor is', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const { salma, noura } = await startWithTwoMentors(server)
  await page.route('**/messenger/v2/send', route =>
    route.fulfill({ status: 400, json: { success: false, error: { code: 'bad-request', message: 'no' } } }),
  )
  await bringIn(page, salma.mentor)
  await page.goto(`${server.origin}/messages/${noura.session.uid}`)
  await talk(page).say('An answer')
  await expect(page.locator('.person', { hasText: 'Noura Salem' })).toContainText('My reply was not sent:')
})
