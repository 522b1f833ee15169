import type { Lesson, Page } from '../../contract/lessons.ts'
import type { Answer } from '../../contract/pages/answer.ts'
import { multichoice } from '../../contract/pages/multichoice.ts'
import { richText } from '../../contract/pages/rich-text.ts'
import type { LessonData } from '../../contract/progress.ts'
import { readStoredJson } from '../browser/stored.ts'
import { ofType, pagePlace } from '../outbox/drafts/draft-place.ts'
import { readDraft, saveDraft } from '../outbox/drafts/drafts.ts'
import { inertDocument } from '../ui/rich-text/inert-html.ts'
import { shownAs } from '../ui/rich-text/rich-allowed.ts'

declare global {
  interface Window {
    /** The words of a lesson's page are shown, and React is not here yet. */
    sbsWords?: true
  }
}

type Early = { method: string; path: string; response: Promise<Response> }
type LessonReply = { data: { lesson: Lesson; pages: Page[] } }
type UserReply = { data: { user: { uid: string }; userLessonData: Record<string, LessonData> } }

/**
 * Shows the words of a lesson's page in the prerendered one, from the replies that boot.js asked for, while React is
 * being loaded. An answer that is chosen here becomes a draft, and the main button is pressed again when React is here.
 * If it is not sure what React would show, it leaves the skeleton.
 */
export async function showFirstWords(early: readonly Early[]): Promise<void> {
  const replyOf = async (part: string) => {
    const response = await early.find(({ path }) => path.includes(part))?.response
    return response?.ok ? response.clone().json() : undefined
  }
  const [, , , , numberInUrl] = location.pathname.split('/').filter(Boolean)
  const lessonReply: Promise<LessonReply | undefined> = replyOf('/lessons/')
  const userReply: Promise<UserReply | undefined> = replyOf('/user/').catch(() => undefined)
  const lesson = (await lessonReply)?.data
  // Without a number, it is the first page. Another page may be opened only if the learner's progress allows it.
  const number = numberInUrl === undefined ? 1 : Number(numberInUrl)
  const progress = lesson && number > 1 ? (await userReply)?.data.userLessonData[lesson.lesson.id] : undefined
  const page = lesson?.pages[number - 1]
  if (!page || number > (progress?.lastCompleted ?? 0) + 1) return
  show(lesson.lesson, page, { number, total: lesson.pages.length })
}

/** The id of the main button. It names the page, so that a press counts only for the page that was shown. */
export function mainButtonId({ id }: Page): string {
  return `go-on-${id}`
}

function show(lesson: Lesson, page: Page, { number, total }: { number: number; total: number }): void {
  const screen = document.querySelector<HTMLElement>('#root .lesson')
  const main = screen?.querySelector('main')
  // React is here already.
  if (!screen || !main || window.sbsTyped) return
  const { lang, dir } = document.documentElement
  const { locale, next = '' } = main.dataset
  const digits = new Intl.NumberFormat(locale)
  const position = `${digits.format(number)} / ${digits.format(total)}`
  screen
    .querySelector('.lesson-progress')
    ?.replaceChildren(made('progress', { class: 'progress', max: total, value: number }), made('span', {}, position))
  const isIntro = page.type === richText.type && page.rank === 1
  if (page.type === richText.type) screen.classList.add(isIntro ? 'intro' : 'read')
  main.className = `lesson-page lesson-page-${page.type}`
  main.lang = lesson.language
  main.dir = lesson.language === lang ? dir : 'auto'
  main.removeAttribute('aria-busy')
  main.replaceChildren(...contentOf(lesson, page, isIntro))
  window.sbsWords = true
  if (page.type !== richText.type && page.type !== multichoice.type) return
  const button = made('button', { class: 'btn', type: 'button', id: mainButtonId(page) }, page.buttonText ?? next)
  screen.append(made('footer', { class: 'bottom-bar' }, made('div', { class: 'bottom-bar-row' }, button)))
}

function contentOf(lesson: Lesson, page: Page, isIntro: boolean): Node[] {
  const html = page.textContent ?? ''
  const words = shownInside(inertDocument(html, 'text/html').body)
  if (isIntro) return [made('div', {}, made('h1', {}, lesson.title), ...words)]
  const hidden = /<h1\b/i.test(html) ? [] : [made('h1', { class: 'visually-hidden' }, lesson.title)]
  const isQuestion = page.options !== undefined
  const article = made('article', { class: isQuestion ? 'question' : 'prose' }, ...hidden, ...words)
  return page.type === multichoice.type ? [article, choicesOf(lesson, page)] : [article]
}

/** Draws choices as web/lessons/pages/choice.tsx does. */
function choicesOf({ id: lessonId }: Lesson, page: Page): HTMLElement {
  const { answers = [] } = (page.options ?? {}) as { answers?: Answer[] }
  const { uid = '' } = readStoredJson<{ uid: string }>('sbs.session') ?? {}
  const place = ofType(pagePlace(uid, lessonId, page.id), page.type)
  const begun = readDraft(place)
  const choices = answers.map(({ id, text = '' }) => {
    const input = made('input', { type: 'radio', name: page.id, ...(id === begun ? { checked: '' } : {}) })
    input.addEventListener('change', () => saveDraft(place, id))
    return made('label', { class: 'choice' }, input, made('i'), made('span', {}, text))
  })
  return made('fieldset', { class: 'choices has-marks' }, ...choices)
}

/** Makes the elements that ui/rich-text/rich-text.tsx shows, but no pictures: they would delay the app. */
function shownInside(parent: Element): Node[] {
  return [...parent.childNodes].flatMap(node => {
    if (!(node instanceof Element)) return new Text(node.nodeValue ?? '')
    const props = shownAs(node.localName, name => node.getAttribute(name), '')
    if (props === 'nothing' || node.localName === 'img') return []
    const inside = shownInside(node)
    return props === 'inside' ? inside : made(node.localName, props, ...inside)
  })
}

function made(
  tag: string,
  attributes: Record<string, string | number> = {},
  ...inside: (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...inside)
  return element
}
