import type { Page } from '@playwright/test'
import { logPage } from '../../contract/lessons.ts'
import { bringIn, personOf } from '../../e2e/people.ts'
import type { Server } from '../../e2e/server.ts'
import { LESSON, pagesOf } from '../asks.ts'

/** A screen that is opened by its URL. The element `words` shows that it can be read; `ready`, that it can be used. */
export type Arrival = {
  name: string
  path: string
  ready: string
  words: string
  prepare: (page: Page) => Promise<void>
}

/** The page with four answers to choose from. */
const QUESTION = 3

export const login: Arrival = {
  name: 'login',
  path: '/login',
  ready: '#phone',
  words: '#phone',
  prepare: async () => {},
}

/** The question in the middle of a lesson, for Noura, who has completed the pages before it. */
export async function lessonOn(server: Server): Promise<Arrival> {
  const noura = await personOf(server)
  const pages = await pagesOf(noura, LESSON)
  for (const [index, { id: pageId }] of pages.slice(0, QUESTION - 1).entries()) {
    const body = { userId: noura.session.uid, pageId, pageNumber: index + 1 }
    await noura.call(logPage, { params: { lessonId: LESSON }, body })
  }
  return {
    name: 'lesson',
    path: `/courses/first-aid-ar/lessons/${LESSON}/${QUESTION}`,
    ready: 'input[type=radio]',
    words: '.question h1',
    prepare: page => bringIn(page, noura, 'ar'),
  }
}
