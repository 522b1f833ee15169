import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openDatabase } from '../../api/database/open.ts'
import { limitKey } from '../../api/http/limit-key.ts'
import { changeName } from '../../contract/account.ts'
import { setMentorRole } from '../../contract/organisation/person-acts.ts'
import { changeOrgSettings } from '../../contract/organisation/settings.ts'
import { inEachLanguage } from '../../contract/text/in-each-language.ts'
import { DAY, HOUR } from '../../contract/time.ts'
import { expectGood, expectGoodOnBoth, sizes } from '../good-screens.ts'
import { loseReply } from '../held.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import {
  bringIn,
  codeSentTo,
  firstOwner,
  newPhone,
  onPhoneAhead,
  type Person,
  personByPhone,
  smsTo,
} from '../people.ts'
import type { Server } from '../server.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'

test('Reem makes a link, Rana comes by it in a clean browser, an ended link says so, and a pasted list is invited', async ({
  own,
  page,
  browser,
}) => {
  const [reem, salma] = [await firstOwner(own), await personByPhone(own)]
  await salma.call(changeName, { body: { name: 'سلمى حداد' } })
  await reem.call(setMentorRole, { params: { uid: salma.session.uid }, body: { isMentor: true } })

  const from = inEachLanguage(() => '')
  const named = { name: 'name', from, to: { ...from, ar: 'جمعية خطوات الأمل' } } as const
  const coloured = { name: 'colour', from: '', to: '#8a3fa0' } as const
  await reem.call(changeOrgSettings, { body: { changes: [named, coloured] } })

  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/people`)
  await page.getByRole('link', { name: 'دعوة متعلّمين' }).click()
  await expect(page.getByText('لا روابط بعد.')).toBeVisible()
  await page.getByLabel('إلى أي إرشاد؟').first().selectOption({ label: 'سلمى حداد' })
  const name = page.getByLabel('اسم الدعوة')
  await expect(name, 'the usual name in its place reads from the right').toHaveCSS('direction', 'rtl')
  await name.fill('مركز إربد')
  await page.getByLabel('عدد الأشخاص').fill('10')
  await expectGoodOnBoth(page, 'inviting')
  const make = page.getByRole('button', { name: 'إنشاء رابط' })
  await name.fill('مركز')
  await loseReply(page, '**/org/v1/invitations')
  await make.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await name.fill('مركز إربد')
  await make.click()
  await expect(page.getByRole('heading', { level: 1, name: 'مركز إربد' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'رمز QR للرابط' })).toBeVisible()
  await expect(page.getByText('لا أحد من ١٠'), 'a zero would read as a dot').toBeVisible()
  await expect(page.getByText('يُفتح هذا الرابط على هذا الحاسوب فقط.')).toBeVisible()
  await expectGoodOnBoth(page, 'a link')
  const link = await page.getByRole('textbox', { name: 'رابط الدعوة' }).inputValue()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Learn with your phone')).toBeVisible()
  await expect(page.getByText('التعلّم بالهاتف')).toBeVisible()
  await expect(page.locator('.poster').getByText('جمعية خطوات الأمل')).toBeVisible()
  await expect(page.locator('.poster')).toHaveCSS('border-top-color', 'rgb(138, 63, 160)')
  await expect(page.getByRole('button', { name: 'طباعة صفحة' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const options = { viewport: page.viewportSize(), locale: 'ar' }
  const [clean, late] = [await browser.newContext(options), await browser.newContext(options)]
  const rana = await clean.newPage()
  await comeBy(rana, newPhone())
  await expect(rana.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('وصل شخص واحد بها')).toBeVisible()
  await page.getByRole('button', { name: 'إنهاء الرابط' }).click()
  await expect(page.getByText('لم يعد هذا الرابط صالحًا.')).toBeVisible()

  const sami = await late.newPage()
  await comeBy(sami, newPhone())
  await expect(sami.getByRole('dialog', { name: 'انتهت هذه الدعوة' })).toBeVisible()
  await expectGood(sami, 'an ended link')
  await sami.getByRole('button', { name: 'متابعة' }).click()
  await sami.reload()
  await expect(sami.locator('.course').first()).toBeVisible()
  await expect(sami.getByRole('dialog')).toHaveCount(0)
  await clean.close()
  await late.close()

  // A link without a name has its day as its name.
  await goInside(page, '/org/invite')
  await page.getByRole('button', { name: 'إنشاء رابط' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^رابط [٠-٩]+ / })).toBeVisible()

  await test.step('a pasted row without a mentor goes to the mentor who was chosen for the list, also after its number was corrected', () =>
    pasteList(page, reem, own))

  async function comeBy(visitor: typeof page, phone: string) {
    await visitor.goto(link)
    await visitor.getByLabel('رقم الهاتف', { exact: true }).fill(phone)
    await visitor.getByRole('button', { name: 'إرسال رمز التحقّق' }).click()
    await expect(visitor.getByLabel('رمز التحقّق')).toBeFocused()
    await visitor.getByLabel('رمز التحقّق').fill(codeSentTo(own, phone))
    await visitor.getByRole('radio', { name: 'لا', exact: true }).check()
    await visitor.getByRole('button', { name: 'تسجيل الدخول' }).click()
    await expect(visitor.locator('.course').first()).toBeVisible()
  }
})

async function pasteList(page: Page, reem: Person, server: Server): Promise<void> {
  const huda = await personByPhone(server)
  await huda.call(changeName, { body: { name: 'هدى كامل' } })
  await reem.call(setMentorRole, { params: { uid: huda.session.uid }, body: { isMentor: true } })
  const inArabicDigits = newPhone().replace(/\d/g, digit => String.fromCodePoint(0x660 + Number(digit)))
  const text = `قائمة إربد:\n١) رنا: \u202a${inArabicDigits}\u202c\n٢) سامي؛ 0501`
  await goInside(page, '/org')
  await goInside(page, '/org/invite')
  await page.getByLabel('إلى أي إرشاد؟').last().selectOption({ label: 'هدى كامل' })
  await page.getByRole('button', { name: 'نصّ ملصق' }).click()
  const pasted = page.getByRole('textbox', { name: 'النصّ' })
  await pasted.fill('مرحبا')
  await page.getByRole('button', { name: 'فحص القائمة' }).click()
  await expect(page.getByRole('alert')).toContainText('لا رقم هاتف في هذا النصّ.')
  await expectGoodOnBoth(page, 'a pasted list')
  await pasted.fill(text)
  // The phone discards the tab while she copies more from a chat.
  await page.reload()
  await expect(pasted).toHaveValue(text)
  await page.getByRole('button', { name: 'فحص القائمة' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'الصفّ ١' })).toContainText('لا رقم هاتف')
  await page.getByRole('button', { name: 'تصحيح' }).last().click()
  await page.getByRole('dialog').getByLabel('رقم الهاتف').fill(newPhone())
  await page.getByRole('dialog').getByRole('button', { name: 'تصحيح' }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('رنا')).toContainText('هدى كامل')
  await expect(row('سامي')).toContainText('هدى كامل')
}

test('Reem invites the people of a file by text message, after correcting a row, and sees how far the texts are', async ({
  own,
  page,
}) => {
  const [reem, salma] = [await firstOwner(own), await personByPhone(own)]
  await salma.call(changeName, { body: { name: 'Salma Haddad' } })
  await reem.call(setMentorRole, { params: { uid: salma.session.uid }, body: { isMentor: true } })
  const [rana, sami, huda] = [newPhone(), newPhone(), newPhone()]
  const file = `Name;Phone;Mentor\nRana;${rana};\nSami;${sami};Salma Hadad\nLaila;7.9E+08;\nHuda;${huda};Nobody\n`

  await bringIn(page, reem, 'en')
  await page.goto(`${own.origin}/org/invite`)
  const chooser = page.locator('input[type=file]')
  await expect(chooser, 'a phone also offers text/comma-separated-values').toHaveAttribute('accept', /text\/\*/)
  await chooser.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('1 person is ready')).toBeVisible()
  await expect(page.getByText('Row 4')).toBeVisible()
  await expectGoodOnBoth(page, 'a checked list')
  await page.getByRole('button', { name: 'Take' }).click()
  await expect(page.getByText('2 people are ready')).toBeVisible()
  const next = page.getByRole('listitem').filter({ hasText: 'Row 4' }).getByRole('button', { name: 'Correct' })
  await expect(next, 'the row of the button is gone').toBeFocused()
  await page.getByRole('button', { name: 'Choose a mentor' }).click()
  const sheet = page.getByRole('dialog', { name: 'A mentor for row 5' })
  await expect(sheet.getByRole('button', { name: 'Salma Haddad' })).toBeVisible()
  await expectGoodOnBoth(page, 'a mentor for a row')
  // Meanwhile another owner forbade the country of this number, and allowed it again. The chosen mentor is not lost.
  const held = {
    number: 5,
    phone: huda,
    name: 'Huda',
    mentor: 'Salma Haddad',
    reason: 'phone-not-allowed',
    guess: null,
  }
  const reply = { json: { success: true, data: { held } } }
  await page.route('**/rows', route => route.fulfill(reply), { times: 1 })
  await sheet.getByRole('button', { name: 'Salma Haddad' }).click()
  await expect(sheet).toHaveCount(0)
  await page.getByRole('listitem').filter({ hasText: 'Row 5' }).getByRole('button', { name: 'Correct' }).click()
  const correction = page.waitForRequest('**/rows')
  await page.getByRole('dialog').getByRole('button', { name: 'Correct' }).click()
  expect((await correction).postDataJSON()).toMatchObject({ mentorId: expect.any(Number) })
  await expect(page.getByText('3 people are ready')).toBeVisible()
  await expect(sheet).toHaveCount(0)
  // The phone discards the tab while she looks for Laila's number in a chat.
  await page.reload()
  await expect(page.getByText('Row 4')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the rest as a file' }).click()
  const rest = readFileSync(await (await saving).path(), 'utf16le')
  expect(rest).toMatch(/^\uFEFFName\tPhone number\tMentor\tReason\r\nLaila\t7\.9E\+08\t\tthe spreadsheet has rounded/)
  await page.getByRole('button', { name: 'Invite 3 people by text message' }).click()
  await expect(page.getByText('Finished. ')).toBeVisible()
  await expect(page.getByText('is ready')).toHaveCount(0)
  for (const phone of [rana, sami, huda])
    expect(smsTo(own, phone)).toMatchObject([{ text: expect.stringContaining('?rid=') }])
  await expect(page.getByText('This is a demo: texts are written to a file on the server')).toBeVisible()
  await expectGoodOnBoth(page, 'a list that was sent')
  await test.step('on a slow line she sees how far the texts of a list are', () => sendOnSlowLine(page))
})

async function sendOnSlowLine(page: Page): Promise<void> {
  await goInside(page, '/org/invite')
  const file = `Name;Phone\nRana;${newPhone()}\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('1 person is ready')).toBeVisible()
  let replies = 0
  await page.route(/\/invitationLists\/[^/]+$/, async route => {
    const response = await route.fetch()
    const reply = await response.json()
    replies += 1
    // The first reply is fast, and the sending has just begun. Each later reply takes longer than the pause between the
    // calls.
    if (replies === 1) reply.data.state = 'sending'
    else await new Promise(resolve => setTimeout(resolve, 2500))
    if (replies > 1) Object.assign(reply.data.rows[0], { state: 'refused', reason: 'unavailable' })
    await route.fulfill({ response, json: reply })
  })
  await page.getByRole('button', { name: 'Invite 1 person by text message' }).click()
  await expect(page.getByText(/^Texts are being sent/)).toBeVisible()
  await expect(page.getByText('Finished. ')).toBeVisible()
  // The reply says that the gateway has failed.
  await expect(page.getByText(/^The text message service did not take 1 text\. Bring the list in again/)).toBeVisible()
}

test('what is wrong with a form or a list is said in Arabic, in an English browser, and texts of a list wait for the next day, on a phone whose clock is a day ahead', async ({
  own,
  browser,
}) => {
  const reem = await firstOwner(own)
  const context = await browser.newContext({ locale: 'en', viewport: sizes.phone })
  const page = await context.newPage()
  await bringIn(page, await onPhoneAhead(page, reem, DAY), 'ar')
  await page.goto(`${own.origin}/org/invite`)
  await test.step('what is wrong is said below its field', () => makeMistakes(page))
  await test.step('each person of a long list, and how many rows with a mistake there are, can be seen', () =>
    checkLongList(page))
  await test.step('when the texts of the day are used up, she reads who got one, who waits and when it goes on', () =>
    sendOverDays(page, own))
  await context.close()
})

/** The browser's own messages would be in English, so the app must show its own. */
async function makeMistakes(page: Page): Promise<void> {
  const most = page.getByLabel('عدد الأشخاص')
  const until = page.getByLabel('صالحة حتى')
  const make = page.getByRole('button', { name: 'إنشاء رابط' })
  await most.fill('٠')
  await until.fill('2020-01-31')
  await make.click()
  await expect(until).toBeFocused()
  await expect(until).toHaveAccessibleDescription(/^أقرب يوم ممكن هو \S+ \S+ \S+\.$/)
  await expect(most).toHaveAccessibleDescription('يلزم عدد من ١ إلى ١٠٠٬٠٠٠، أو لا شيء.')
  await expectGoodOnBoth(page, 'a form with mistakes')
  await until.fill('')
  await expect(page.getByText(/^أقرب يوم/)).toHaveCount(0)
  await make.click()
  await expect(until).toHaveAccessibleDescription('هذا الحقل مطلوب.')
  await until.fill(new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10))
  await make.click()
  await expect(most).toBeFocused()
  await most.fill('٢٠')
  await expect(most).toHaveAccessibleDescription('')
  await page.getByRole('button', { name: 'فحص القائمة' }).click()
  const file = page.getByRole('button', { name: 'الملف اختيار ملفّ' })
  await expect(file).toBeFocused()
  await expect(file).toHaveAccessibleDescription(/^ملف من .* يلزم اختيار ملفّ\.$/)
  await make.click()
  await expect(page.getByText('لا أحد من ٢٠')).toBeVisible()
}

async function checkLongList(page: Page): Promise<void> {
  await goInside(page, '/org')
  await goInside(page, '/org/invite')
  const good = Array.from({ length: 501 }, (_, index) => `متعلّم ${index + 1};+971557${String(index).padStart(6, '0')}`)
  const bad = Array.from({ length: 101 }, () => 'بلا رقم;')
  const buffer = Buffer.from(['الاسم;رقم الهاتف', ...good, ...bad].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'فحص القائمة' }).click()
  await expect(page.getByText('١٠٠ من ١٠١')).toBeVisible()
  await expect(page.getByText('٥٠٠ من ٥٠١')).toBeVisible()
  await page.getByRole('button', { name: 'عرض المزيد' }).click()
  await expect(page.getByRole('row', { name: /متعلّم 501/ })).toBeVisible()
}

async function sendOverDays(page: Page, server: Server): Promise<void> {
  const began = Date.now() - DAY + HOUR
  await leaveOneText(server, began)
  const phones = [newPhone(), newPhone(), newPhone()]
  const file = `Name;Phone\nRana;${phones[0]}\nSami;${phones[1]}\nLaila;${phones[2]}\n`
  await goInside(page, '/org')
  await goInside(page, '/org/invite')
  // As long as there is no mentor, her invitations promise none.
  await expect(page.getByText(/^لا أحد في الإرشاد بعد\. من يصل الآن/)).toHaveCount(2)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'فحص القائمة' }).click()
  await page.getByRole('button', { name: 'دعوة ٣ أشخاص برسالة نصّية' }).click()
  await expect(page.getByText('توقّف الإرسال: انتهت حصّة اليوم من الرسائل النصّية. أُرسلت ١ من ٣')).toBeVisible()
  await expect(page.getByText(/^شخصان ينتظران دعوتهما\. لا تصل الدعوة إلى أحد مرّتين\. تمكن المتابعة \S+/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'متابعة الإرسال' })).toHaveCount(0)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('Rana')).toContainText('أُرسلت')
  await expect(row('Laila')).toContainText('ليس بعد')
  await expectGoodOnBoth(page, 'a list that waits for the texts of tomorrow')

  // An hour passes: the day of the limit began an hour earlier.
  await leaveOneText(server, began - HOUR)
  // The next day she finds the list again.
  await page.goto(`${server.origin}/org/invite`)
  const list = page.getByRole('listitem').filter({ hasText: 'قائمة من' }).filter({ hasText: '٣ أشخاص' })
  await expect(list).toContainText('٣ أشخاص، شخصان ينتظران دعوتهما.')
  await expectGoodOnBoth(page, 'the lists so far')
  await list.getByRole('link').click()
  await page.getByRole('button', { name: 'متابعة الإرسال' }).click()
  await expect(page.getByText('انتهى الإرسال.')).toBeVisible()
  for (const phone of phones) expect(smsTo(server, phone), phone).toHaveLength(1)
}

/**
 * Leaves one text in the limit of the day that began at `startedAt`, and lets the lists go on when that day ends. The
 * server's clock is not changed.
 */
async function leaveOneText(server: Server, startedAt: number): Promise<void> {
  const db = await openDatabase({ databaseUrl: '', dataDir: server.dataDir }, { isPatient: true })
  const key = limitKey({ name: 'code/day', of: 'everybody' })
  await db.deleteFrom('limits').where('key', '=', key).execute()
  await db.insertInto('limits').values({ key, started_at: startedAt, count: 1_499_999 }).execute()
  const goes_on_at = startedAt + DAY
  await db.updateTable('invitation_lists').set({ goes_on_at }).where('goes_on_at', 'is not', null).execute()
  await db.destroy()
}
