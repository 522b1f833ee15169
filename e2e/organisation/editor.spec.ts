import type { Browser, Page } from '@playwright/test'
import { createCourse, listOrgCourses } from '../../contract/organisation/courses.ts'
import { editDraft, getDraft } from '../../contract/organisation/drafts.ts'
import type { Edit } from '../../contract/organisation/edits.ts'
import { expectGood, expectNoBarrier, sizes } from '../good-screens.ts'
import { held, heldReplies } from '../held.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, newAuthor, type Person, personByPhone } from '../people.ts'
import { storedRows } from '../stored-rows.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'

test.use({ viewport: sizes.phone })

test('Reem writes a course on her phone, in Arabic and partly without a network', async ({ own, page, browser }) => {
  test.slow()
  const reem = await firstOwner(own)
  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org`)
  await page.getByRole('link', { name: 'الدورات' }).last().click()
  await page.getByRole('button', { name: 'دورة جديدة' }).click()
  await page.getByLabel('ما عنوانها؟').fill('الشاي')
  await expectGood(page, 'new course')
  await page.getByRole('button', { name: 'بدء الكتابة' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'الشاي' })).toBeVisible()
  await page.getByRole('textbox', { name: 'موضوعها' }).pressSequentially('كيف نُعدّ كوبًا جيّدًا')
  await expectGood(page, 'about the course')
  // The lesson says which of its pages is empty.
  await page.getByRole('button', { name: 'التالي', exact: true }).click()
  await expect(page.locator('.checks').getByRole('link', { name: '١ صفحة بلا كلام' })).toBeVisible()

  // She adds a page to read: a heading by the button, a list by typing, and a phone number that keeps its direction.
  await add(page, 'للقراءة والاستماع')
  const text = page.getByRole('textbox', { name: 'النصّ', exact: true })
  await text.click()
  await page.getByRole('button', { name: 'عنوان', exact: true }).click()
  await text.pressSequentially('الماء أوّلًا')
  await page.keyboard.press('Enter')
  await text.pressSequentially('- اتصل على +962 79 123 456')
  await expect(text.locator('h1')).toHaveText('الماء أوّلًا')
  await expect(text.locator('ul bdi')).toHaveText('+962 79 123 456')

  // In a long text the buttons stay in sight, in one row.
  for (let line = 0; line < 14; line++) {
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('سطر')
  }
  const bold = page.getByRole('button', { name: 'غامق', exact: true })
  await expect(bold).toBeInViewport({ ratio: 1 })
  // The caret stays in sight, too, below the buttons.
  for (let line = 0; line < 12; line++) await page.keyboard.press('ArrowUp')
  const edges = await page.evaluate(() => {
    const { anchorNode } = getSelection() as Selection
    const line = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement
    return [document.querySelector('.tools')?.getBoundingClientRect().bottom, line?.getBoundingClientRect().top]
  })
  expect(edges[1]).toBeGreaterThanOrEqual(edges[0] ?? 0)
  await page.keyboard.press('Control+End')
  const rows = await page
    .getByRole('toolbar')
    .evaluate(bar => new Set([...bar.children].map(one => one.getBoundingClientRect().top)).size)
  expect(rows).toBe(1)
  // The preview begins at its top. When she comes back, the form is where she left it.
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'معاينة' }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('button', { name: 'كتابة' }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)

  // She adds a question with the button behind the last page. Pasted answers replace the empty one.
  await page.locator('.ed-bottom').getByRole('button', { name: 'صفحة جديدة', exact: true }).click()
  await chooseKind(page, 'سؤال، إجابة واحدة')
  await page.getByRole('textbox', { name: 'السؤال' }).pressSequentially('# كم نغلي الماء؟')
  await page.getByRole('textbox', { name: 'الإجابة ١', exact: true }).fill('مرّة | واحدة')
  await expect(page.getByText('العلامة | لا تكون في إجابة')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'الإجابة ١', exact: true })).toHaveValue('مرّة  واحدة')
  await page.getByRole('checkbox', { name: 'الإجابة ١ صحيحة' }).check()
  await page.getByRole('button', { name: 'لصق قائمة' }).click()
  await expect(page.getByRole('textbox', { name: 'لصق قائمة' })).toBeFocused()
  await page.getByRole('textbox', { name: 'لصق قائمة' }).fill('مرّتين\nثلاثًا # كثير\nأربعًا')
  await page.getByRole('button', { name: 'إضافة ٣ إجابات' }).click()
  await expect(page.getByRole('textbox', { name: 'الإجابة ٢', exact: true })).toHaveValue('مرّتين')
  await expect(page.getByRole('textbox', { name: 'الإجابة ٤', exact: true })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'ما يُقال عند اختيار الإجابة ٣' })).toHaveValue('كثير')
  await expectGood(page, 'a question')

  // She moves an answer by keys, undoes that, and does it again.
  const fourth = page.getByRole('button', { name: 'نقل: أربعًا' })
  await fourth.focus()
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect(page.getByRole('textbox', { name: 'الإجابة ٢', exact: true })).toHaveValue('أربعًا')
  await page.getByRole('button', { name: 'تراجع', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'الإجابة ٢', exact: true })).toHaveValue('مرّتين')
  await page.keyboard.press('Control+Shift+KeyZ')
  await expect(page.getByRole('textbox', { name: 'الإجابة ٢', exact: true })).toHaveValue('أربعًا')

  // After the press, the button that puts the answer down is gone, and the focus stays at the answer.
  await fourth.press('Space')
  await page.getByRole('button', { name: 'وضع هنا' }).press('Enter')
  await expect(fourth).toBeFocused()

  // Without a network she continues to write. A closed tab loses nothing.
  const saveLine = page.getByRole('status').filter({ hasText: 'مسوّدة، محفوظة' })
  await expect(saveLine, 'no screen reader speaks at each pause in writing').toHaveAttribute('aria-live', 'off')
  await page.context().setOffline(true)
  await add(page, 'مؤشّر')
  await page.getByRole('textbox', { name: 'السؤال' }).pressSequentially('# ما مقدار السكّر؟')
  await page.getByRole('textbox', { name: 'إلى', exact: true }).fill('٥')
  await expect(page.getByText(/محفوظ على هذا الجهاز/)).toBeVisible()
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'السؤال' })).toContainText('ما مقدار السكّر؟')
  await expect(page.getByRole('textbox', { name: 'إلى', exact: true })).toHaveValue('٥')
  await expect(page.getByText('مسوّدة، محفوظة')).toBeVisible()

  // She chooses a picture without a network. It waits on the phone, is shown meanwhile, and is sent once.
  await page.getByRole('button', { name: 'السابق', exact: true }).click()
  await page.getByRole('button', { name: 'السابق', exact: true }).click()
  await page.context().setOffline(true)
  await uploadPicture(page)
  await expectGood(page, 'a picture with its words')
  await page.getByRole('button', { name: 'معاينة' }).click()
  const phone = page.frameLocator('.phone-frame iframe')
  await expect(phone.getByRole('img', { name: 'إبريق على النار' })).toHaveAttribute('src', /^data:image\/webp/)
  await page.getByRole('button', { name: 'كتابة' }).click()
  const sent: string[] = []
  // Only finished requests count, because a request that the reload cuts off is sent again.
  page.on('requestfinished', request => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByText('مسوّدة، محفوظة')).toBeVisible()
  const ways = sent.flatMap(path => /\/(pictures|edits)$/.exec(path)?.[1] ?? [])
  expect(ways.slice(0, 2)).toEqual(['pictures', 'edits'])
  expect(ways.filter(way => way === 'pictures')).toHaveLength(1)
  await expect(text.getByRole('img', { name: 'إبريق على النار' })).toHaveAttribute('src', /^data:image\/webp/)

  // She removes the picture from the page, so no page has the file. Undo brings it back.
  await page.getByRole('button', { name: 'إزالة الصورة' }).click()
  await page.locator('.ed-bottom button').nth(1).click()
  await page.getByRole('link', { name: 'عن الدورة' }).click()
  await expect(page.getByText(/^img-2034-[0-9a-f]{8}\.webp$/)).toBeVisible()
  await expectGood(page, 'a file that no page has')
  // No form comes before that of the course itself. The preview says what is missing.
  await expect(page.getByRole('button', { name: 'السابق', exact: true, includeHidden: true })).toHaveCSS(
    'visibility',
    'hidden',
  )
  await page.getByRole('button', { name: 'معاينة' }).click()
  await expect(page.getByText('عند اختيار صفحة تظهر هنا كما يراها المتعلّمون.')).toBeVisible()
  await page.getByRole('button', { name: 'كتابة' }).click()
  await page.getByRole('button', { name: /^إزالة .*webp/ }).click()
  await expect(page.getByText('ملفّات ليست في أيّ صفحة')).toHaveCount(0)
  for (const _ of ['the file', 'the picture']) await page.getByRole('button', { name: 'تراجع', exact: true }).click()
  await page.goBack()
  await expect(text.getByRole('img', { name: 'إبريق على النار' })).toHaveAttribute('src', /^data:image\/webp/)
  await page.getByRole('button', { name: 'التالي', exact: true }).click()
  await page.getByRole('button', { name: 'التالي', exact: true }).click()

  // The preview is the page itself: she can answer it, and it goes on.
  await page.getByRole('button', { name: 'السابق', exact: true }).click()
  await page.getByRole('button', { name: 'معاينة' }).click()
  await expect(phone.getByRole('heading', { name: 'كم نغلي الماء؟' })).toBeVisible()
  await phone.getByText('مرّتين').click()
  await expect(phone.getByText('ليست هذه الإجابة')).toBeVisible()
  await expectNoBarrier(page, 'the preview', '.editor')

  // Another phone opens the draft by a link, without signing in, and shows what she writes. One press ends that.
  await page.getByRole('button', { name: 'على هاتفي' }).click()
  const link = await page.getByRole('textbox', { name: 'رابط المسوّدة' }).inputValue()
  await expectGood(page, 'a draft for a phone')
  const { page: other, context } = await cleanPhone(browser)
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'كم نغلي الماء؟' })).toBeVisible()
  await expectGood(other, 'a draft on a phone')
  const [course] = (await reem.call(listOrgCourses, {})).data.courses.filter(({ title }) => title === 'الشاي')
  const params = { id: course?.id ?? '' }
  const { revision, lessons } = (await reem.call(getDraft, { params })).data
  const [lesson] = lessons
  const question = lesson?.pages.find(({ fields }) => fields.type === 'multichoice')
  const path = ['lessons', lesson?.key ?? '', 'pages', question?.key ?? '', 'textContent']
  const from = String(question?.fields.textContent)
  const edits = [
    { id: 'edit-of-reem', at: Date.now(), change: { op: 'set', path, from, to: '# كم مرّة نغلي؟' } },
  ] as const
  await reem.call(editDraft, { params, body: { since: revision, edits: [...edits] } })
  await expect(other.getByRole('heading', { name: 'كم مرّة نغلي؟' })).toBeVisible({ timeout: 5000 })
  await other.getByText('مرّتين').click()
  expect(await keptOn(other), 'what is stored on that phone').toEqual([])
  await page.getByRole('button', { name: 'إنهاء كلّ روابط هذه المسوّدة' }).click()
  await expect(page.getByText('انتهت كلّ روابط هذه المسوّدة.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'رابط جديد' }), 'in the place of the press').toBeFocused()
  await expect(other.getByRole('heading', { name: 'انتهى هذا الرابط' })).toBeVisible()
  await context.close()
  await page.getByRole('dialog').getByRole('button', { name: 'إغلاق' }).click()
  await expect(phone.getByRole('heading', { name: 'كم مرّة نغلي؟' })).toBeVisible()

  // Before she publishes, the sheet says how many people will see a change.
  await page.getByRole('button', { name: 'نشر…' }).click()
  await expect(page.getByText('لم يرَ أحد هذه الدورة بعد.')).toBeVisible()
  await expectGood(page, 'publishing')
  await page.getByRole('textbox', { name: /ماذا تغيّر؟/ }).fill('أوّل نسخة')
  await page.getByRole('button', { name: 'نشر للجميع' }).click()
  await expect(page.getByText('تمّ نشر النسخة ١.'), 'a screen reader goes on with what was done').toBeFocused()
  await page.getByRole('button', { name: 'متابعة' }).click()
  await page.locator('.ed-bottom button').nth(1).click()
  await page.getByRole('link', { name: 'النسخ' }).click()
  await expect(page.getByText('أوّل نسخة')).toBeVisible()
  await expectGood(page, 'versions')
  await page.goto(`${own.origin}/org/courses`)
  await expect(page.getByRole('row', { name: /الشاي/ })).toContainText('منشورة')
  await expectGood(page, 'list of courses')

  // She moves the course up by keys, back by one press, and up again by buttons.
  const order = () => page.locator('tr[data-entry] b').allInnerTexts()
  const atServer = async () => (await reem.call(listOrgCourses, {})).data.courses.map(({ title }) => title)
  const [last, above] = (await order()).toReversed()
  expect(last).toBe('الشاي')
  const handle = page.getByRole('button', { name: 'نقل: الشاي' })
  await handle.focus()
  const showList = await heldReplies(page, '**/org/v1/courses')
  const list = page.waitForResponse('**/org/v1/courses')
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect.poll(async () => (await order()).toReversed().slice(0, 2)).toEqual([above, last])
  await expect.poll(async () => (await atServer()).toReversed().slice(0, 2)).toEqual([above, last])
  // The list as it was before "undo" arrives after it.
  const saveOrder = await held(page, '**/org/v1/courseOrder')
  await page.getByRole('button', { name: 'تراجع', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 }), 'the button is gone').toBeFocused()
  showList()
  await (await list).finished()
  await expect.poll(async () => (await order()).at(-1)).toBe(last)
  saveOrder()
  await handle.click()
  await page.getByRole('button', { name: 'أعلى' }).click()
  await expectGood(page, 'courses in another order')
  await page.getByRole('button', { name: 'وضع هنا' }).click()
  await expect.poll(async () => (await atServer()).toReversed().slice(0, 2)).toEqual([above, last])

  // A learner gets the same page as the preview.
  const noura = await personByPhone(own)
  await bringIn(page, noura, 'ar')
  await page.goto(`${own.origin}/courses`)
  await page.getByRole('link', { name: /الشاي/ }).first().click()
  await page.locator('a[href*="/lessons/"]').first().click()
  await page.getByRole('button', { name: 'التالي', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'الماء أوّلًا' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'إبريق على النار' })).toHaveJSProperty('naturalWidth', 1080)
  await page.getByRole('button', { name: 'التالي', exact: true }).click()
  await page.getByText('أربعًا').click()
  await expect(page.getByText('ليست هذه الإجابة')).toBeVisible()

  // The next author on this phone finds nothing of Reem's writing.
  const huda = await newAuthor(own)
  expect(await authorsOnPhone(page)).toEqual([reem.session.uid])
  await bringIn(page, huda, 'ar')
  await page.goto(`${own.origin}/org/courses`)
  await page.getByRole('row', { name: /الشاي/ }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'الشاي' })).toBeVisible()
  await expect.poll(() => authorsOnPhone(page)).toEqual([huda.session.uid])

  // A course that was never published can be deleted. The author types its title.
  const { id } = (await huda.call(createCourse, { body: { title: 'القهوة', language: 'ar' } })).data
  await fillWithLessons(huda, id)
  await page.goto(`${own.origin}/org/courses/${id}/edit`)
  // The server refuses lesson 101, and the editor says why.
  await page.locator('.ed-bottom button').nth(1).click()
  await page.getByRole('button', { name: 'درس جديد' }).click()
  await expect(page.getByRole('alert')).toContainText('لم يُقبل كلّ ما تغيّر')
  await expectGood(page, 'a change that was not taken')
  await page.getByRole('button', { name: 'حسنًا' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await goInside(page, `/org/courses/${id}/edit`)
  // A long title in another script is cut at its own end.
  const title = page.getByRole('textbox').first()
  await title.fill('Coffee for each guest of the house, and for those who come later')
  await expect(page.locator('.ed-bar h1')).toContainText('Coffee')
  expect(await page.locator('.ed-bar h1').evaluate(showsItsBeginning)).toBe(true)
  await title.fill('القهوة')
  await page.getByRole('button', { name: 'حذف الدورة' }).click()
  const typed = page.getByRole('dialog').getByRole('textbox')
  await typed.fill('الشاي')
  await page.getByRole('button', { name: 'حذفها' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectGood(page, 'deleting a course')
  await typed.fill('القهوة')
  await page.getByRole('button', { name: 'حذفها' }).click()
  await expect(page.getByRole('row', { name: /الشاي/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /القهوة/ })).toBeHidden()
})

function showsItsBeginning(heading: HTMLElement): boolean {
  const text = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode() as Text
  const letter = new Range()
  letter.setStart(text, 0)
  letter.setEnd(text, 1)
  const [first, all] = [letter, heading].map(part => part.getBoundingClientRect()) as [DOMRect, DOMRect]
  return all.left <= first.left && first.right <= all.right
}

/** A phone on which nobody has ever been. */
async function cleanPhone(browser: Browser) {
  const context = await browser.newContext({ viewport: sizes.phone, locale: 'ar' })
  return { context, page: await context.newPage() }
}

/** Answers, drafts and progress that a phone keeps. The language and the settings of the server are not counted. */
async function keptOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => String(name))
    return [...databases, ...Object.keys(localStorage).filter(key => !['sbs.language', 'sbs.settings'].includes(key))]
  })
}

/** The uids of authors whose drafts of courses are stored on this phone. */
async function authorsOnPhone(page: Page): Promise<string[]> {
  const drafts = await storedRows<{ uid: string }>(page, 'step-by-step-course-drafts', 'bases')
  return [...new Set(drafts.map(({ uid }) => uid))]
}

/** Chooses a photo of two thousand dots, cuts it square and says what it shows. */
async function uploadPicture(page: Page): Promise<void> {
  const photo = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2000, height: 1500 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    for (let at = 0; at < 2000; at += 4) {
      context.fillStyle = `hsl(${at % 360} 80% ${30 + (at % 50)}%)`
      context.fillRect(at, 0, 4, 1500 - at / 2)
    }
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] as string
  })
  await page.getByRole('button', { name: 'صورة', exact: true }).click()
  await expectGood(page, 'choosing a picture')
  const file = { name: 'IMG 2034.JPG', mimeType: 'image/jpeg', buffer: Buffer.from(photo, 'base64') }
  await page.getByRole('dialog').getByRole('button', { name: 'اختيار ملفّ' }).focus()
  await page.locator('dialog input[type=file]').last().setInputFiles(file)
  // By keyboard she goes on at the beginning, and not behind the picture and the words about it.
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused()
  await page.getByRole('button', { name: 'مربّعة' }).click()
  await expect(page.getByText(/تمّ تصغيرها: من .* إلى/)).toBeVisible()
  await expect(page.getByRole('slider', { name: 'تقريب' })).toHaveAttribute('aria-valuetext', /^٠٪/)
  await expectGood(page, 'cutting a picture')
  await page.getByRole('button', { name: 'إدراج' }).click()
  await expect(page.getByText('تلزم بضع كلمات')).toBeVisible()
  await page.getByRole('textbox', { name: 'ماذا تُظهر الصورة؟' }).fill('إبريق على النار')
  await page.getByRole('button', { name: 'إدراج' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Adds a page of this kind to the first lesson, after the one that is open. */
async function add(page: Page, kind: string): Promise<void> {
  await page.locator('.ed-bottom button').nth(1).click()
  await page
    .getByRole('button', { name: /^صفحة جديدة في/ })
    .first()
    .click()
  await chooseKind(page, kind)
}

async function chooseKind(page: Page, kind: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${kind}`) })
    .first()
    .click()
  // The heading has the focus, for people who use the keyboard.
  await expect(page.getByRole('heading', { level: 2, name: kind, exact: true })).toBeFocused()
}

/** A course has at most a hundred lessons. */
async function fillWithLessons({ call }: Person, courseId: string): Promise<void> {
  const params = { id: courseId }
  const { revision, lessons } = (await call(getDraft, { params })).data
  const edits = Array.from({ length: 100 - lessons.length }, (_, index): Edit => {
    const value = { id: `${courseId}-full-${index}`, title: `${index}`, pages: [] }
    return {
      id: `lesson-${index}-of-huda`,
      at: Date.now(),
      change: { op: 'insert', path: ['lessons'], value, after: null },
    }
  })
  await call(editDraft, { params, body: { since: revision, edits } })
}
