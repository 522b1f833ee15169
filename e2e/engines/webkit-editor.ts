import { expect } from '@playwright/test'
import { listOrgCourses } from '../../contract/organisation/courses.ts'
import { getDraft } from '../../contract/organisation/drafts.ts'
import { firstOwner } from '../people.ts'
import type { Server } from '../server.ts'
import { WORD, writePhoto, writeSound, writtenText } from './author-files.ts'
import type { Webkit } from './webkit.ts'

const ENTER = '\uE007'
const CONTROL = '\uE009'
const END = '\uE010'
const UP = '\uE013'
/** The field of a text with a form. */
const FIELD = '.ProseMirror'
const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`
const answer = (number: string) => `textarea[aria-label='الإجابة ${number}']`
const containing = (text: string) => `//*[normalize-space()='${text}']`

/** In WebKit Reem writes a course on a phone, and publishes it. */
export async function writeCourse(webkit: Webkit, server: Server): Promise<void> {
  const add = async (kind: string) => {
    await openOutline(webkit)
    await webkit.press("//button[starts-with(@aria-label, 'صفحة جديدة في')]")
    await webkit.press(`//button[starts-with(normalize-space(), '${kind}')]`)
    await webkit.sees(`//h2[normalize-space()='${kind}']`)
  }
  const read = (what: string) => webkit.read(`return ${what}`)
  const textIn = (where: string) => read(`document.querySelector("${where}")?.value`)
  const reem = await firstOwner(server)
  await webkit.goto(`${server.origin}/icon.svg`)
  await webkit.run(`localStorage.setItem('sbs.session', ${JSON.stringify(JSON.stringify(reem.session))})
    localStorage.setItem('sbs.language', 'ar')`)
  await webkit.goto(`${server.origin}/org/courses`)
  await webkit.press(button('دورة جديدة'))
  await webkit.type('dialog input', 'الشاي')
  await webkit.press(button('بدء الكتابة'))
  await webkit.sees("//h1[normalize-space()='الشاي']")

  await add('للقراءة والاستماع')
  await webkit.press(FIELD)
  await webkit.press(button('عنوان'))
  await webkit.type(FIELD, `الماء أوّلًا${ENTER}- اتصل على +962 79 123 456${ENTER}`)
  await webkit.press(button('غامق'))
  await webkit.type(FIELD, 'ساخن')
  await webkit.press(button('غامق'))
  await webkit.type(FIELD, ` ثمّ${ENTER}`)
  const links = () => read(`document.querySelectorAll('${FIELD} a').length`)
  await webkit.run(`const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ${JSON.stringify(WORD)})
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('${FIELD}').dispatchEvent(paste)`)
  await expect.poll(links).toBe(1)
  await webkit.press(button('تراجع'))
  await expect.poll(links).toBe(0)
  await webkit.type(FIELD, `${CONTROL}y`)
  await expect.poll(links).toBe(1)

  await webkit.press(button('صورة'))
  await webkit.chooseFile('dialog input[type=file]', writePhoto(server.dataDir))
  await webkit.type('dialog textarea', 'إبريق')
  // The button waits until the picture is made.
  await webkit.press("//button[normalize-space()='إدراج' and @aria-disabled='false']")
  // The picture was turned upright.
  const shape = () =>
    webkit.read(`const { naturalWidth, naturalHeight } = document.querySelector('${FIELD} img[alt="إبريق"]') ?? {}
      return [naturalWidth, naturalHeight]`)
  await expect.poll(shape).toEqual([32, 64])
  await webkit.press("//summary[contains(., 'المزيد في هذه الصفحة')]")
  await webkit.chooseFile('input[type=file][accept*=audio]', writeSound(server.dataDir))
  await expect
    .poll(() => read("[...document.querySelectorAll('select')].map(({ value }) => value)"))
    .toContainEqual(expect.stringMatching(/^hello-[0-9a-f]{8}\.mp3$/))

  // Answers are put in another order and back, by keys and by buttons.
  await add('سؤال، إجابة واحدة')
  await webkit.press(FIELD)
  await webkit.type(FIELD, 'كم نغلي الماء؟')
  await webkit.type(answer('١'), 'مرّة')
  await webkit.type(answer('٢'), 'مرّتين')
  const handle = button('نقل: مرّتين')
  await webkit.type(handle, ` ${UP} `)
  await expect.poll(() => textIn(answer('١'))).toBe('مرّتين')
  await webkit.press(handle)
  await webkit.press(button('أسفل'))
  await webkit.press(button('وضع هنا'))
  await expect.poll(() => textIn(answer('٢'))).toBe('مرّتين')
  await webkit.press("//input[@aria-label='الإجابة ٢ صحيحة']/..")

  // The page is left right after a key.
  await webkit.type(answer('١'), `${END}x`)
  await webkit.goto(await webkit.url())
  await expect.poll(() => textIn(answer('١'))).toBe('مرّةx')
  await webkit.press(button('معاينة'))
  const shown = () => read("document.querySelector('.phone-frame iframe')?.contentDocument.body.innerText")
  await expect.poll(shown).toMatch(/مرّةx\s+مرّتين/)
  await webkit.press(button('كتابة'))

  await openOutline(webkit)
  await webkit.press('.outline li:not(.of-lesson) a')
  await webkit.press(FIELD)
  await webkit.type(FIELD, 'مرحبًا')
  await webkit.sees(containing('مسوّدة، محفوظة'))
  await webkit.press(button('نشر…'))
  await webkit.press(button('نشر للجميع'))
  await webkit.sees(containing('تمّ نشر النسخة ١.'))

  const [course] = (await reem.call(listOrgCourses, {})).data.courses.filter(({ title }) => title === 'الشاي')
  const { files, lessons } = (await reem.call(getDraft, { params: { id: course?.id ?? '' } })).data
  const [first, second, third] = lessons[0]?.pages.map(({ fields }) => fields) ?? []
  expect(first?.textContent).toBe('مرحبًا')
  expect(second?.textContent).toBe(writtenText(files))
  expect(third?.options).toMatchObject({ answers: [{ text: 'مرّةx' }, { text: 'مرّتين', isCorrect: true }] })
}

/** On a phone the outline is a screen of its own. */
async function openOutline(webkit: Webkit): Promise<void> {
  await webkit.press('.ed-bottom button:nth-of-type(2)')
}
