import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { logPage } from '../../contract/lessons.ts'
import { publishCourse, withdrawCourse } from '../../contract/organisation/course-versions.ts'
import { getDraft } from '../../contract/organisation/drafts.ts'
import { getOrgSettings } from '../../contract/organisation/settings.ts'
import { setRoles } from '../../contract/organisation/team.ts'
import { expectGood, expectGoodOnBoth, sizes } from '../good-screens.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, personByPhone } from '../people.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'

test.use({ viewport: sizes.phone })

const drawing = (path: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}"/></svg>`

test('Reem brings a course in from a file, mends it, publishes, compares and saves it', async ({ own, page }) => {
  test.slow()
  const reem = await firstOwner(own)
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/courses`)
  await page.getByRole('link', { name: 'استيراد' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'استيراد دورة' })).toBeVisible()
  await expectGood(page, 'import')
  const file = page.locator('input[type=file]')

  // This file is no zip.
  await file.setInputFiles({ name: 'tea.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
  await expect(page.getByRole('alert')).toContainText('ليس ملفّ zip')

  // If she drops two files, none is taken, and the screen says so.
  await page.locator('.drop-zone').evaluate(zone => {
    const dataTransfer = new DataTransfer()
    for (const name of ['tea.zip', 'coffee.zip']) dataTransfer.items.add(new File(['no zip'], name))
    zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('alert')).toHaveText('يُفلَت ملفّ واحد في كلّ مرّة')
  await expectGoodOnBoth(page, 'two files at once')

  // A text of another program becomes an outline, which she looks through and corrects before it becomes a course.
  await file.setInputFiles({ name: 'الشاي.md', mimeType: 'text/markdown', buffer: Buffer.from(notes) })
  await expect(page.getByRole('heading', { name: 'ما سيصير إليه' })).toBeVisible()
  // By keyboard she goes on at what was read, and back at the top for another file.
  await expect(page.locator('.brought-file')).toBeFocused()
  await page.getByRole('button', { name: 'ملفّ آخر' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'استيراد دورة' })).toBeFocused()
  await file.setInputFiles({ name: 'الشاي.md', mimeType: 'text/markdown', buffer: Buffer.from(notes) })
  await expect(page.getByText('شيء واحد لا يمكن أخذه')).toBeVisible()
  await expectGoodOnBoth(page, 'the outline of a text')
  await page.getByLabel('عنوان الدورة').fill('كوب شاي')
  await page.getByRole('checkbox', { name: /المراجع/ }).uncheck()
  await page.getByRole('combobox', { name: /ما في الإبريق/ }).selectOption({ label: 'سؤال، إجابة واحدة' })
  await page.getByRole('checkbox', { name: 'ماء', exact: true }).check()
  await page.getByRole('button', { name: 'هنا يبدأ درس' }).nth(1).click()
  await expect(page.getByLabel('الدرس ٢')).toHaveValue('ما في الإبريق')
  await page.getByRole('button', { name: 'فتحها مسوّدةً' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'كوب شاي' })).toBeVisible()
  await expect(page.getByText('المراجع')).toBeHidden()
  await goInside(page, '/org/import')

  // She sees all mistakes at once, each with its line. One press replaces a misspelled word with the word that was
  // meant.
  await file.setInputFiles({ name: 'tea.zip', mimeType: 'application/zip', buffer: await course('buttonTxt', 'ten') })
  await expect(page.getByRole('heading', { name: 'خطآن' })).toBeVisible()
  await expect(page.getByText('lessons/01-water.yaml:7:5')).toBeVisible()
  await expect(page.getByText(/لا حقل باسم .*buttonTxt/)).toBeVisible()
  await expectGood(page, 'an import with mistakes')
  await page.getByRole('button', { name: /كتابة .*buttonText.* بدلًا منها/ }).click()
  await expect(page.getByRole('heading', { name: 'خطأ واحد' })).toBeVisible()
  const sentence = 'صوت أو فيلم: الملفّ \u2068gone.mp3\u2069 ليس في \u2066media/\u2069'
  await expect(page.getByRole('listitem').filter({ hasText: `The water\u2069، الصفحة ١: ${sentence}` })).toBeVisible()
  await page.getByRole('button', { name: 'فتحها مسوّدةً بأخطائها' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tea' })).toBeVisible()

  // At the page, the editor says the same.
  await goInside(page, '/org/courses/tea/edit/tea-water/start')
  await expect(page.getByRole('listitem').filter({ hasText: sentence })).toBeVisible()

  // The corrected file replaces the draft. She takes the former draft back, brings the file again, and publishes it.
  await takeCorrected()
  await expectGoodOnBoth(page, 'a draft that a file has replaced')
  await page.getByRole('button', { name: 'استرجاع المسوّدة' }).click()
  await expect(page.getByRole('region', { name: 'المسوّدة السابقة' })).toContainText('عادت المسوّدة')
  await goInside(page, '/org/courses/tea/edit/tea-water/start')
  await expect(page.getByRole('listitem').filter({ hasText: sentence })).toBeVisible()
  await takeCorrected()
  await publish()

  async function takeCorrected() {
    await goInside(page, '/org/import')
    const buffer = await course('buttonText', 'ten')
    await file.setInputFiles({ name: 'tea.zip', mimeType: 'application/zip', buffer })
    await expect(page.getByText('لهذه الدورة مسوّدة لم تُنشر.')).toBeVisible()
    await page.getByRole('button', { name: 'فتحها مسوّدةً' }).click()
    await expect(page.getByRole('region', { name: 'المسوّدة السابقة' })).toContainText('حلّ ملفّ محلّ')
  }

  // For a second file, the app shows before what will change, word by word.
  await goInside(page, '/org/import')
  await file.setInputFiles({
    name: 'tea.zip',
    mimeType: 'application/zip',
    buffer: await course('buttonText', 'twenty', drawing('M2 2h20v20z')),
  })
  await expect(page.getByRole('radio', { name: /مسوّدةً لهذه الدورة.*Tea.*منشورة، درس واحد، النسخة ١/ })).toBeVisible()
  await expect(page.locator('ins', { hasText: '+twenty' })).toBeVisible()
  await expect(page.locator('del', { hasText: '−ten' })).toBeVisible()
  await expect(page.locator('del', { hasText: '−للقراءة والاستماع' })).toBeVisible()
  await expect(page.locator('ins', { hasText: '+بكلماته' })).toBeVisible()
  await expect(page.locator('ins', { hasText: '+اللون ٦' })).toBeVisible()
  await expectGoodOnBoth(page, 'what an import changes')
  await page.getByRole('button', { name: 'فتحها مسوّدةً' }).click()

  // Somebody else publishes first: Reem sees what they published before she goes on.
  await page.getByRole('button', { name: 'نشر…' }).click()
  await expect(page.getByRole('button', { name: 'نشر للجميع' })).toBeVisible()
  const { revision } = (await reem.call(getDraft, { params: { id: 'tea' } })).data
  await reem.call(publishCourse, { params: { id: 'tea' }, body: { to: 'everybody', revision, version: 1 } })
  await expect(page.getByText(/نُشرت النسخة ٢/)).toBeVisible()
  await expect(page.locator('ins', { hasText: '+twenty' })).toBeVisible()
  await expectGood(page, 'published meanwhile')
  await page.getByRole('button', { name: 'متابعة' }).click()
  await expect(page.getByText('لا فرق عن النسخة المنشورة.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('كما نُشرت، لا جديد')).toBeVisible()
  await page.locator('.ed-bottom button').nth(1).click()
  await page.getByRole('link', { name: 'النسخ المنشورة وتنزيلها' }).click()
  await page.getByRole('list').getByRole('link', { name: 'مقارنة' }).click()
  await expect(page.locator('.beside img').first()).toBeVisible()
  await expectGoodOnBoth(page, 'two versions compared')
  await page.getByLabel('من').selectOption('2')
  await expect(page.getByText('لا فرق.')).toBeVisible()

  // Noura is in the middle of the course when it is withdrawn. She reads that it rests, and she may finish it.
  const noura = await personByPhone(own)
  const entry = { userId: noura.session.uid, pageId: 'start', pageNumber: 1 }
  await noura.call(logPage, { params: { lessonId: 'tea-water' }, body: entry })
  await page.getByRole('link', { name: 'النسخ' }).click()
  await page.getByRole('button', { name: 'سحب الدورة' }).click()
  await expect(page.getByRole('checkbox', { name: /لمن بدأها أن يكملها/ })).toBeChecked()
  await expectGood(page, 'withdrawing')
  await page.getByRole('dialog').getByRole('button', { name: 'سحب الدورة' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  // She saves the course as a zip. If she brings that file in again, nothing changes.
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'حفظ في ملفّ zip' }).first().click()
  const saved = await (await saving).path()
  await goInside(page, '/org/import')
  await file.setInputFiles({ name: 'again.zip', mimeType: 'application/zip', buffer: await readFile(saved) })
  await expect(page.getByText('لم يتغيّر شيء')).toBeVisible()

  await bringIn(page, noura, 'ar')
  await page.goto(`${own.origin}/courses/tea`)
  await expect(page.getByText('هذه الدورة في استراحة.')).toBeVisible()
  await expectGoodOnBoth(page, 'a course that rests')
  await goInside(page, '/courses')
  await expect(page.getByText('هذه الدورة في استراحة.')).toBeVisible()
  await expectGood(page, 'a course that rests on the list')
  // When the course is closed to her, too, no course that she began is left. But the app does not treat her as a
  // beginner.
  await reem.call(withdrawCourse, { params: { id: 'tea' }, body: { mayFinish: false } })
  await page.goto(`${own.origin}/courses`)
  await expect(page.getByText('خطوة صغيرة اليوم تكفي.')).toBeVisible()

  // A second person must publish: Reem asks, Omar sends the request back with a reason, and she reads it.
  const omar = await personByPhone(own)
  await reem.call(setRoles, { params: { uid: omar.session.uid }, body: { roles: ['author'] } })
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org/settings`)
  await page.getByRole('switch', { name: /النشر بيد شخص ثانٍ/ }).click()
  await expect(page.getByRole('switch', { name: /النشر بيد شخص ثانٍ/ })).toBeChecked()
  await expect.poll(async () => (await reem.call(getOrgSettings, {})).data.values.secondPublisher).toBe(true)
  await goInside(page, '/org/courses/tea/edit?publish')
  await page.getByRole('button', { name: 'طلب النشر من شخص آخر' }).click()
  await expect(page.getByText('الطلب الآن في الصفحة الرئيسيّة للآخرين')).toBeVisible()
  await bringIn(page, omar, 'ar')
  await page.goto(`${own.origin}/org`)
  await expectGood(page, 'a request to publish')
  await page.getByRole('link', { name: 'الاطّلاع والنشر' }).click()
  await expect(page.getByRole('button', { name: 'نشر للجميع' })).toBeVisible()
  await page.getByRole('button', { name: 'إعادة الطلب…' }).click()
  await page.getByLabel('لماذا يُعاد؟').fill('الصورة غير واضحة')
  await expectGoodOnBoth(page, 'sending a request back')
  await page.getByRole('button', { name: 'إعادة الطلب' }).click()
  await expect(page.getByRole('button', { name: 'طلب النشر من شخص آخر' })).toBeVisible()
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org`)
  await expect(page.getByText('الصورة غير واضحة')).toBeVisible()
  await page.getByRole('link', { name: 'إلى الدورة' }).click()
  await page.getByRole('button', { name: 'قُرئ' }).click()
  await expect(page.getByText('الصورة غير واضحة')).toBeHidden()

  async function publish() {
    await page.getByRole('button', { name: 'نشر…' }).click()
    await page.getByRole('button', { name: 'نشر للجميع' }).click()
    await page.getByRole('button', { name: 'متابعة' }).click()
  }
})

/** A text as somebody wrote it in another program, where its picture stayed. */
const notes = `# الماء

## الماء الطازج أوّلًا

![إبريق](kettle.png)

## كم تكون حرارته؟

- دافئ
- **يغلي**

## ما في الإبريق

- كلس
- ماء

## المراجع

كتب كثيرة.
`

/** A course in a zip. If the field of the button is misspelled, the course has that mistake and a second one. */
async function course(button: string, minutes: string, picture = drawing('M4 4h16v16z')): Promise<Buffer> {
  const zip = new ZipFile()
  const isBroken = button !== 'buttonText'
  const isSecond = minutes === 'twenty'
  const files = {
    'course.yaml': `id: tea\nlanguage: en\ntitle: Tea\ndescription: Water and leaves.\n${isSecond ? 'note: "#2b8a3e"\n' : ''}`,
    'lessons/01-water.yaml': [
      'id: tea-water\ntitle: The water\npages:\n  - id: start\n    type: rich-text',
      `    textContent: "![A kettle](kettle.svg) Wait for ${minutes} minutes."\n    ${button}: On`,
      ...(isBroken ? ['    avFilename: gone.mp3'] : []),
      `  - id: end\n    type: ${isSecond ? 'text-response' : 'rich-text'}\n    textContent: Pour it.`,
    ].join('\n'),
    'media/kettle.svg': picture,
  }
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), `tea/${name}`)
  zip.end()
  return buffer(zip.outputStream)
}
