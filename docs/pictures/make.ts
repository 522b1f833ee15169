// Makes the picture of the README from the built product: npm run build && npx node docs/pictures/make.ts The texts are
// in Roboto and Noto Sans Arabic, as on a phone, if these fonts are installed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, chromium, type Page } from '@playwright/test'
import { saveUser } from '../../contract/account.ts'
import { logPage } from '../../contract/lessons.ts'
import { markReceivedSeen } from '../../contract/messages.ts'
import { findChromium } from '../../e2e/chromium.ts'
import { answer, CUTS, cutsOf, cutsPath } from '../../e2e/lessons/lesson-walk.ts'
import { mentorWith, sendAs } from '../../e2e/messages/talking.ts'
import { bringIn, type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'

const FOLDER = import.meta.dirname
const PHONE = { width: 360, height: 740 }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const server = new Server()
await server.start()
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  const { salma, noura } = await fillServer()
  const screens = [await learner(browser), await mentor(browser, salma, noura), await offline(browser, noura)]
  const page = await browser.newPage({ viewport: { width: 1832, height: 956 } })
  await page.setContent(sheet(screens.map(screen => screen.toString('base64'))))
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ omitBackground: true })
  writeFileSync(join(FOLDER, 'overview.webp'), await webp(page, png))
} finally {
  await browser.close()
  await server.remove()
}

/** Five learners of Salma; three wait for an answer. */
async function fillServer() {
  const salma = await mentorWith(server, 5, 'Salma Haddad')
  const [noura, yousef, maryam, layla, omar] = salma.learners as [Person, Person, Person, Person, Person]
  await named(noura, 'Noura Salem')
  await named(yousef, 'Yousef Amin')
  await named(maryam, 'مريم العلي')
  await named(layla, 'Layla Haddad')
  await named(omar, 'Omar Nasser')

  const lastTime = 'My brother cut his hand at work. I pressed a clean scarf on it until the bleeding stopped.'
  for (const pageId of CUTS) await logged(noura, 'en', pageId, pageId === 'last-time' ? lastTime : undefined)
  const about = { about: { lessonId: cutsOf('en'), pageId: 'pressure' } }
  await sendAs(noura, salma.id, 'Thank you for the lesson! How long should I keep pressing?', about)
  await sendAs(salma.mentor, noura.session.uid, 'Ten minutes by the clock, and do not look under the cloth before.')
  await noura.call(markReceivedSeen, { body: { from: salma.id } })
  await sendAs(noura, salma.id, 'And if the blood comes through the cloth?')
  await sendAs(yousef, salma.id, 'Is butter good for a burn? My grandmother says so.')
  await sendAs(maryam, salma.id, 'شكرًا! أكملتُ درس الحروق اليوم.')
  await sendAs(layla, salma.id, 'Can I do the lesson again?')
  await sendAs(salma.mentor, layla.session.uid, 'Of course, as often as you like.')
  await sendAs(omar, salma.id, 'Good morning')
  await sendAs(salma.mentor, omar.session.uid, 'Good morning, Omar!')
  for (const learner of [layla, omar]) await learner.call(markReceivedSeen, { body: { from: salma.id } })

  await server.stop()
  const database = new DatabaseSync(join(server.dataDir, 'step-by-step.sqlite'))
  earlier(database, noura, 95 * MINUTE)
  earlier(database, yousef, 40 * MINUTE)
  earlier(database, maryam, 12 * MINUTE)
  earlier(database, layla, DAY)
  earlier(database, omar, 2 * DAY)
  database.close()
  await server.start()
  return { salma: salma.mentor, noura }
}

async function named({ call, session: { uid } }: Person, displayName: string): Promise<void> {
  await call(saveUser, { params: { uid }, body: { displayName } })
}

async function logged({ call, session }: Person, language: 'ar' | 'en', pageId: string, words?: string): Promise<void> {
  const body = {
    userId: session.uid,
    pageId,
    pageNumber: CUTS.indexOf(pageId) + 1,
    ...(words ? { answer: words } : {}),
  }
  await call(logPage, { params: { lessonId: cutsOf(language) }, body })
}

/** Sets older times, with some minutes between the messages. */
function earlier(database: DatabaseSync, { session: { uid } }: Person, byMs: number): void {
  database.prepare('UPDATE messages SET sent_at = sent_at - ? WHERE learner_uid = ?').run(byMs, uid)
  database
    .prepare(
      `UPDATE conversations SET last_at = last_at - :by, waiting_since = waiting_since - :by,
       learner_seen_at = learner_seen_at - :by, responder_seen_at = responder_seen_at - :by WHERE learner_uid = :uid`,
    )
    .run({ by: byMs, uid })
}

async function learner(browser: Browser): Promise<Buffer> {
  const dana = await personOf(server)
  for (const pageId of ['start', 'pressure']) await logged(dana, 'ar', pageId)
  const page = await open(browser, dana, 'ar', PHONE, `${cutsPath('ar')}/3`)
  await answer['first-step']?.(page, 'ar')
  return shot(page)
}

async function mentor(browser: Browser, salma: Person, noura: Person): Promise<Buffer> {
  const page = await open(browser, salma, 'en', { width: 1280, height: 800 }, `/messages/${noura.session.uid}`)
  await page.getByText('And if the blood').first().waitFor()
  return shot(page)
}

async function offline(browser: Browser, noura: Person): Promise<Buffer> {
  const page = await open(browser, noura, 'en', PHONE, '/messages')
  await page.getByRole('textbox').waitFor()
  await page.context().setOffline(true)
  await page.getByRole('textbox').fill('Then I put a second cloth on top and press on. Right?')
  await page.keyboard.press('Enter')
  await page.getByText('Waiting for a connection').waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  return shot(page)
}

async function open(browser: Browser, who: Person, language: 'ar' | 'en', viewport: typeof PHONE, path: string) {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2, hasTouch: viewport === PHONE })
  await bringIn(page, who, language)
  await page.goto(server.origin + path)
  return page
}

/** Without the ring of the focused element, and after all slides have ended. */
async function shot(page: Page): Promise<Buffer> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.waitForTimeout(2000)
  return page.screenshot()
}

function sheet([learner, mentor, offline]: string[]): string {
  const icon = readFileSync(join(FOLDER, '../../web/public/icon.svg'), 'base64')
  return `<style>
    body { margin: 0; font: 700 28px/1.3 Roboto, sans-serif; color: #10282e }
    main { box-sizing: border-box; height: 956px; padding: 44px 44px 36px; background: #c3e9f0; border-radius: 32px;
      display: grid; grid-template-columns: 380px 896px 380px; gap: 44px; align-items: end; text-align: center }
    figure { margin: 0 } img { display: block }
    figcaption { padding-top: 24px; height: 76px } figcaption span { display: block; font-weight: 400; font-size: 26px }
    .phone { width: 360px; border: 10px solid #0b1e23; border-radius: 40px }
    .desk { width: 896px; border-radius: 12px; box-shadow: 0 4px 8px #10282e22, 0 16px 40px #10282e33 }
    h1 { margin: 0 0 44px; font-size: 64px; display: flex; gap: 20px; justify-content: center; align-items: center }
    h1 img { width: 84px; border-radius: 20px }
  </style><main>
    <figure><img class="phone" src="data:image/png;base64,${learner}">
      <figcaption>A learner takes a lesson<span>one step at a time</span></figcaption></figure>
    <figure><h1><img src="data:image/svg+xml;base64,${icon}">Step by Step</h1>
      <img class="desk" src="data:image/png;base64,${mentor}">
      <figcaption>A mentor sees who waits longest<span>and answers, also about one page of a lesson</span></figcaption></figure>
    <figure><img class="phone" src="data:image/png;base64,${offline}">
      <figcaption>Without a network<span>the phone keeps what you write</span></figcaption></figure>
  </main>`
}

async function webp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(
    async source => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.85)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
