import { held } from '../held.ts'
import { bringIn, personOf } from '../people.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

test('a tap has an effect at once, however slowly the next screen loads', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  await page.clock.install()
  const letGo = await held(page, '**/assets/lesson-*.js')
  await page.route('**/assets/behind-*.js', route => route.abort())
  await bringIn(page, await personOf(server))
  const refused = page.waitForEvent('requestfailed', request => request.url().includes('/behind-'))
  await page.goto(`${server.origin}/courses/first-aid-en`)
  const step = page.getByRole('link', { name: /Cuts and small bleeds/ })
  await expect(step).toBeVisible()
  await refused
  await page.clock.pauseAt(Date.now() + 60_000)
  await step.click()
  await expect(step).toHaveAttribute('data-tapped', 'true')
  await expect(step).toContainText('Opening the lesson…')
  await expect(page.locator('.pending')).toBeVisible()
  await step.click()
  await page.clock.runFor(400)
  await expect(page.getByRole('heading', { level: 1, name: 'Cuts and small bleeds' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Back to the course' })).toBeVisible()
  await page.clock.runFor(8000)
  await expect(page.getByText('The network is slow. Still trying.')).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'First aid at home' })).toBeVisible()
  await expect(page).toHaveURL(/\/courses\/first-aid-en$/)
  await step.click()
  letGo()
  await expect(page.locator('main.lesson-page h1')).toBeVisible()
  await expect(page.locator('.pending')).toBeHidden()
  await test.step('a part of the screen that a poor network did not load is tried again, without an online event', async () => {
    await page.clock.resume()
    await page.unroute('**/assets/behind-*.js')
    await page.route('**/log', route => route.abort())
    await page.getByRole('button', { name: 'Let’s begin' }).click()
    // The answer is on disk now. Before that, a moved clock would end the time that the app gives the browser to store
    // it.
    await expect(page).toHaveURL(/\/2$/)
    await expect(async () => {
      await page.clock.fastForward(60_000)
      await expect(page.getByText(/^Waiting to be sent/)).toBeVisible({ timeout: 1000 })
    }).toPass()
  })
})

test('a screen that cannot be loaded says why, and a session that the server refuses ends', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const noura = await personOf(server)
  await bringIn(page, noura)
  await test.step('courses that cannot be loaded are reported', async () => {
    await page.route('**/courses/step-by-step*', route => route.fulfill({ status: 500, json: { success: false } }))
    await page.goto(server.origin)
    await expect(page.getByRole('alert')).toHaveText('Could not find courses', { timeout: 15_000 })
    await page.unroute('**/courses/step-by-step*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('.course')).toHaveCount(4)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
  await test.step('without a network a screen says so, and appears by itself when the network is back', async () => {
    await page.getByRole('link', { name: /First aid at home/ }).click()
    const lesson = page.getByRole('link', { name: /Burns/ })
    await expect(lesson).toBeVisible()
    await context.setOffline(true)
    await lesson.click()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect(page.getByText('Sorry! We were unable to load the page you requested.')).toBeVisible({
      timeout: 15_000,
    })
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: /Burns/ })).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
  await test.step('a session that the server refuses ends at the sign-in', async () => {
    const forged = { ...noura.session, idToken: 'forged.forged.forged', refreshToken: 'forged' }
    await page.evaluate(session => localStorage.setItem('sbs.session', JSON.stringify(session)), forged)
    await page.goto(server.origin)
    await expect(page).toHaveURL(/\/login$/)
  })
})
