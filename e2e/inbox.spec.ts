import { saveUser } from '../contract/identity.ts'
import { setAway } from '../contract/inbox.ts'
import type { Server } from './server.ts'
import { at, mentorWith, sendAs } from './talking.ts'
import { expect, test } from './test.ts'

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
  await expect(told).toBeVisible()
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
