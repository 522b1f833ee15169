import type { Locator, Page, Route } from '@playwright/test'
import { changeOrgSettings, getOrgSettings } from '../../contract/organisation/settings.ts'
import { expectGoodOnBoth, sizes } from '../good-screens.ts'
import { heldReplies } from '../held.ts'
import { bringIn, codeSentTo, firstOwner, giveRole, type Person, personByPhone } from '../people.ts'
import { type Server, withServer } from '../server.ts'
import { SharedServer } from '../shared-process.ts'
import { authScreens } from '../sign-in/auth-screens.ts'
import { goInside } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

/** A server of its own, because maintenance closes it for everybody. */
const ofOwn = test.extend<{ own: Server }>({
  own: ({ servers }, use) => withServer(new SharedServer(servers), use),
})

declare global {
  interface Window {
    hadNoPlaces: boolean
  }
}

/** Runs in the page: notes whether the bar was ever on the screen without the places. */
function watchPlaces(): void {
  window.hadNoPlaces = false
  const look = () => {
    if (document.querySelector('.org .bar') && !document.querySelector('.org .places')) window.hadNoPlaces = true
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true })
}

ofOwn(
  'Reem tries a message, sets an aim, closes the app for a while, and reads it all in the log',
  async ({ own, browser, page, watch }) => {
    const reem = await firstOwner(own)
    await bringIn(page, reem)
    await page.addInitScript(watchPlaces)
    // The first step opens its field with one press.
    await page.goto(`${own.origin}/org`)
    await page.getByRole('link', { name: 'Give a name' }).click()
    await expect(page.getByRole('dialog', { name: 'Name' }).getByLabel('English')).toBeVisible()
    expect(await page.evaluate(() => window.hadNoPlaces), 'a bar without places').toBe(false)
    await page.keyboard.press('Escape')
    await expect(page, 'a reload does not open it again').toHaveURL(`${own.origin}/org/settings`)
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expectGoodOnBoth(page, 'settings')

    await page.getByRole('button', { name: 'Try with my phone' }).click()
    await page.getByRole('button', { name: 'Send one to me' }).click()
    await expect(page.getByRole('status')).toHaveText(
      /for \W*\+971\s\d\d\s\d{3}\s\d{4}\W*Written to the file of the demo/,
    )
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Change: Our aim for answers' }).click()
    await page.getByLabel('Days', { exact: true }).fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Write a number of days from 1 to 30.')).toBeVisible()
    await page.getByLabel('Days', { exact: true }).fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('3 days', { exact: true })).toBeVisible()
    watch.expected.push(FAILED_REQUEST)
    await ofOwn.step('what another owner changes meanwhile is shown before hers is saved', () => beTheLater(own, page))
    await switchSlowly(page)
    await page.getByRole('button', { name: 'Change: Nights' }).click()
    await page.getByLabel('From').selectOption('20')
    await expectGoodOnBoth(page, 'the hours of the night')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('From 20:00 to 7:00')).toBeVisible()

    const noura = await personByPhone(own)
    const ofNoura = await (await browser.newContext()).newPage()
    await bringIn(ofNoura, noura)
    await page.getByRole('switch', { name: /Hide the app/ }).click()
    await expect(page.getByRole('switch', { name: /The app is hidden/ })).toBeVisible()
    await ofNoura.goto(own.origin)
    await expect(ofNoura.getByRole('heading', { level: 1 })).toHaveText('Maintenance in Progress')
    await ofNoura.context().close()

    // She opens the app again on another phone, where she has to sign in first.
    const elsewhere = await (await browser.newContext()).newPage()
    await elsewhere.goto(`${own.origin}/org/settings?lang=en`)
    const { askForCode, code } = authScreens(elsewhere)
    await askForCode(reem.phone)
    await code.fill(codeSentTo(own, reem.phone))
    await expect(elsewhere.getByRole('switch', { name: /The app is hidden/ })).toBeVisible()
    await elsewhere.context().close()
    await page.reload()
    await page.getByRole('switch', { name: /The app is hidden/ }).click()

    await page.getByRole('link', { name: 'Open the log' }).click()
    await expect(page.getByRole('listitem')).toContainText([
      /Maintenance ended/,
      /Maintenance begun/,
      /Aim for answers/,
      /Test text/,
      /First owner/,
    ])
    await page.getByRole('button', { name: 'Team' }).click()
    await expect(page.getByRole('listitem')).toContainText([/First owner/])
    const tooMany = {
      status: 429,
      headers: { 'retry-after': '1800' },
      json: { error: { code: 'auth/too-many-requests' } },
    }
    await page.route('**/org/v1/log?*format=csv*', route => route.fulfill(tooMany))
    await page.getByRole('button', { name: 'CSV' }).click()
    await expect(page.getByRole('alert')).toHaveText(/try again in 30 minutes/)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Excel' }).click()
    expect((await download).suggestedFilename()).toMatch(/^log-.*\.xlsx$/)
    await expectGoodOnBoth(page, 'log of settings')
    await ofOwn.step('she sees the progress of a backup that another owner began, and that it is not good', () =>
      seeBackup(page),
    )
  },
)

async function beTheLater(own: Server, page: Page): Promise<void> {
  const [yousef, name] = [await personByPhone(own, '+971501234567'), 'aimDays' as const]
  await giveRole(own, yousef, 'owner')
  await page.getByRole('button', { name: 'Change: Our aim for answers' }).click()
  await page.getByLabel('Days', { exact: true }).fill('4')
  await yousef.call(changeOrgSettings, { body: { changes: [{ name, from: 3, to: 7 }] } })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText(/\+971\s50\s123\s4567\W+changed this. It is now:\s*7 days/)
  await page.getByRole('button', { name: 'Save mine all the same' }).click()
  await expect(page.getByText('4 days', { exact: true })).toBeVisible()

  // The same happens if the network failed, and the answer to the next try tells her of the change.
  const change = page.getByRole('button', { name: 'Change: Our aim for answers' })
  await change.click()
  await page.getByLabel('Days', { exact: true }).fill('5')
  const lost = (route: Route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback())
  await page.route('**/org/v1/settings', lost)
  await yousef.call(changeOrgSettings, { body: { changes: [{ name, from: 4, to: 8 }] } })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'changed this' })).toHaveText(/It is now:\s*8 days/)
  await page.unroute('**/org/v1/settings', lost)
  await page.getByRole('button', { name: 'Save mine all the same' }).click()
  await expect(page.getByText('5 days', { exact: true })).toBeVisible()
  await expect(change, 'the focus is back').toBeFocused()
}

/** On a slow network, a switch shows what was pressed before the reply is there. */
async function switchSlowly(page: Page): Promise<void> {
  const release = await heldReplies(page, '**/org/v1/settings')
  const awake = page.getByRole('switch', { name: /^Measure waits/ })
  await awake.press('Space')
  await expect(awake).toBeChecked()
  await release()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(awake).toBeChecked()
}

async function seeBackup(page: Page): Promise<void> {
  const last = { madeAt: Date.now(), people: 2, answers: 0, recordings: 0 }
  const running = { step: 'files', done: 1, of: 2 }
  const states = [{}, { running }, { last, problem: 'users.ndjson.gz in the backup is damaged' }]
  await page.route('**/org/v1/settings', async route => {
    const response = await route.fetch()
    const reply = await response.json()
    const state = states.length > 1 ? states.shift() : states[0]
    if (state === states[0]) await new Promise(resolve => setTimeout(resolve, 2500))
    Object.assign(reply.data.backup, state)
    await route.fulfill({ response, json: reply })
  })
  // Another owner has begun a backup.
  const refused = { status: 409, json: { error: { code: 'settings/backup-running' } } }
  await page.route('**/org/v1/settings/backup', route => route.fulfill(refused))
  await goInside(page, '/org/settings')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByText('A backup is being made already.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByText(/A copy of .*, which could not be opened/)).toBeVisible()
  await expect(page.getByText('A backup is being made already.')).toHaveCount(0)
}

ofOwn(
  'on a phone, what is wrong comes first, and settings that cannot be are shown or refused at their field before they are saved',
  async ({ own, page, watch }) => {
    watch.expected.push(FAILED_REQUEST)
    const reem = await firstOwner(own)
    await bringIn(page, reem, 'ar')
    await page.setViewportSize(sizes.phone)
    await page.goto(`${own.origin}/org/settings`)
    // There is no backup yet.
    const missing = page.locator('.card').filter({ hasText: 'لا توجد نسخة بعد' })
    await expect(missing).toHaveClass('card wrong')
    const topOf = (card: Locator) => card.evaluate(one => one.getBoundingClientRect().top)
    const tops = await page
      .locator('.settings .card')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().top))
    expect(await topOf(missing)).toBe(Math.min(...tops))
    await expectGoodOnBoth(page, 'settings with something wrong')

    await page.getByRole('button', { name: 'تغيير: مهلة الردّ' }).click()
    await expect(page.getByLabel('عدد الأيام')).toHaveValue('٢')
    await page.keyboard.press('Escape')
    await ofOwn.step('a colour too pale is shown darker before it is saved', () => choosePaleColour(page))
    await ofOwn.step('a text without its link, and countries that would shut an owner out, are refused', () =>
      writeWrong(page, reem),
    )
    await ofOwn.step('a text selected beyond the edge of its sheet leaves it open, a press beside it closes it', () =>
      selectBeyondEdge(page),
    )
  },
)

async function choosePaleColour(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'تغيير: اللون' }).click()
  await page.locator('#colour').fill('#ffe066')
  const sample = page.locator('.sample')
  await expect(sample).toContainText('أغمق')
  await expectGoodOnBoth(page, 'a colour that is too pale')
  const darker = await sample.evaluate(one => getComputedStyle(one).backgroundColor)
  expect(darker).not.toBe('rgb(255, 224, 102)')
  await page.getByRole('button', { name: 'حفظ' }).click()
  const saved = page.locator('.setting .swatch i')
  await expect.poll(() => saved.evaluate(one => getComputedStyle(one).backgroundColor)).toBe(darker)
  // The colour marks the bar at once. So does the name, for which one language is enough.
  const mark = page.getByRole('banner').locator('.mark')
  await expect.poll(() => mark.evaluate(one => getComputedStyle(one).backgroundColor)).toBe(darker)
  await page.getByRole('button', { name: 'تغيير: المنطقة الزمنية' }).click()
  await expect(page.locator('#zone option:checked'), 'a zone has an Arabic name').toHaveText(/^[^a-z]+$/i)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'تغيير: اسم المؤسسة' }).click()
  await page.getByLabel('English').fill('Irbid centre')
  await page.getByRole('button', { name: 'حفظ' }).click()
  await expect(page.getByRole('button', { name: /Irbid centre.*الانتقال بين الجوانب/ })).toBeVisible()
  await expect(mark).toHaveText('I')
}

async function writeWrong(page: Page, reem: Person): Promise<void> {
  const values = async () => (await reem.call(getOrgSettings, {})).data.values
  const before = await values()

  await page.getByRole('button', { name: 'تغيير: نصّ الدعوة' }).click()
  const sheet = page.getByRole('dialog')
  const text = sheet.getByLabel('العربية')
  await text.fill('تعال إلى التعلّم')
  await sheet.getByRole('button', { name: 'حفظ' }).click()
  await expect(text).toHaveAccessibleDescription(/يحتاج النصّ إلى {link}/)
  await expect(sheet.getByLabel('English')).toHaveAccessibleDescription('')
  await expectGoodOnBoth(page, 'a text without its link')
  await text.fill('دعوة: {link}')
  await sheet.getByRole('button', { name: 'حفظ' }).click()
  await expect(sheet).toHaveCount(0)

  await page.getByRole('button', { name: 'تغيير: بلدان يمكن الدخول منها' }).click()
  await sheet.getByRole('searchbox').fill('مصر')
  await sheet.getByRole('checkbox', { name: /مصر/ }).check()
  await sheet.getByRole('button', { name: 'حفظ' }).click()
  await expect(sheet.getByText('بين المسؤولين رقم من بلد آخر')).toBeVisible()
  await expectGoodOnBoth(page, 'countries that would shut an owner out')
  expect(await values()).toEqual({ ...before, invitation: { ...before.invitation, ar: 'دعوة: {link}' } })
  await page.keyboard.press('Escape')
}

async function selectBeyondEdge(page: Page): Promise<void> {
  await page.setViewportSize(sizes.wide)
  await page.getByRole('button', { name: 'تغيير: نصّ الدعوة' }).click()
  const sheet = page.getByRole('dialog')
  const text = sheet.getByLabel('العربية')
  await text.fill('أهلًا بكم: {link}')
  const [edge, field] = [await sheet.boundingBox(), await text.boundingBox()]
  if (!edge || !field) throw new Error('The sheet is not there')
  await page.mouse.move(field.x + field.width - 20, field.y + 20)
  await page.mouse.down()
  await page.mouse.move(edge.x - 30, field.y + 20, { steps: 5 })
  await page.mouse.up()
  await expect(text).toHaveValue('أهلًا بكم: {link}')
  await page.mouse.click(edge.x - 30, field.y + 20)
  await expect(sheet).toHaveCount(0)
  await page.setViewportSize(sizes.phone)
  await page.getByRole('button', { name: 'تغيير: نصّ الدعوة' }).tap()
  await expect(sheet).toBeVisible()
  await page.touchscreen.tap(180, 20)
  await expect(sheet).toHaveCount(0)
}
