import type { BrowserContext, Page, Route } from '@playwright/test'
import { answer, CUTS, cutsOf, cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { mentorWith, storedTexts, talk } from '../messages/talking.ts'
import { test } from '../own-server.ts'
import { bringIn, progressOf } from '../people.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'
import { hasAllScreens, keepSounds, untilSaved } from './saved.ts'

/** Among ten requests, one is lost on its way to the server, and the replies to two are lost after the work is done. */
const FATES = ['pass', 'lost', 'pass', 'pass', 'reply lost', 'pass', 'pass', 'reply lost', 'pass', 'pass'] as const

/** Loses calls of the api by `FATES` until `stop`. `count`: how many were lost. */
async function loseCalls(context: BrowserContext): Promise<{ count(): number; stop(): Promise<void> }> {
  let calls = 0
  let lost = 0
  const lose = async (route: Route) => {
    const fate = FATES[calls++ % FATES.length]
    if (fate === 'pass') return route.continue()
    lost += 1
    if (fate === 'reply lost') await route.fetch().catch(() => {})
    await route.abort('connectionreset')
  }
  // A long poll is not counted: it has no reply for half a minute.
  await context.route(
    url => !/\/(assets|media|icons)\/|worker\.js|wait=/.test(url.href),
    route =>
      route.request().resourceType() === 'fetch' && !/wait=/.test(route.request().headers().prefer ?? '')
        ? lose(route)
        : route.continue(),
  )
  // Nothing passes through Playwright any more, because now and then Playwright holds a reload (test.ts).
  const stop = () => context.unrouteAll({ behavior: 'ignoreErrors' })
  return { count: () => lost, stop }
}

test('with three requests in ten lost, what Noura answers and writes arrives once, and nothing false is said', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { learner: noura } = await mentorWith(server)
  const page = await context.newPage()
  await bringIn(page, noura)
  await page.goto(server.origin + cutsPath('en'))
  await mainButton(page).click()
  await untilSaved(page, noura)
  await expect.poll(() => hasAllScreens(page)).toBe(true)
  await keepSounds(page, noura, cutsOf('en'))
  const network = await loseCalls(context)
  for (const pageId of CUTS.slice(1, 6)) {
    await answer[pageId]?.(page, 'en')
    await mainButton(page).click()
    await expect(page, `after ${pageId}`).toHaveURL(new RegExp(`/${CUTS.indexOf(pageId) + 2}$`))
    await saysNothingFalse(page)
  }
  await page.reload()
  await expect(mainButton(page)).toBeVisible()
  await goInside(page, '/messages')
  const words = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
  for (const word of words) await talk(page).say(word)
  for (const word of words) await expect(talk(page).bubble(word)).toHaveCount(1)
  await saysNothingFalse(page)
  expect(network.count()).toBeGreaterThan(3)
  await network.stop()

  await expect.poll(() => storedTexts(noura), { timeout: 60_000 }).toEqual(words)
  await expect.poll(async () => (await progressOf(noura, cutsOf('en')))?.lastCompleted, { timeout: 60_000 }).toBe(6)
  const { answers } = (await progressOf(noura, cutsOf('en'))) ?? {}
  expect(Object.keys(answers ?? {}).sort()).toEqual(['first-step', 'kinds', 'kit', 'words'])
  await page.reload()
  for (const word of words) await expect(talk(page).bubble(word)).toHaveCount(1)
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
})

async function saysNothingFalse(page: Page): Promise<void> {
  await expect(page.getByText(texts.en.messages.failed)).toHaveCount(0)
  await expect(page.getByText(/could not be sent/)).toHaveCount(0)
}
