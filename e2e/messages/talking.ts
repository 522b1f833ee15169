import type { Browser, Locator, Page } from '@playwright/test'
import { openDatabase } from '../../api/database/open.ts'
import { insertMentor } from '../../api/mentors/mentors.ts'
import { getUpdates, listMessages, type Message, sendMessage } from '../../contract/messages.ts'
import { decodeText, encodeText } from '../../contract/text/encoded-text.ts'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import { bringIn, newPhone, type Person, personByPhone, personOf } from '../people.ts'
import type { Server } from '../server.ts'

/** A new mentor with new learners, so that the inbox has no other learners. */
export async function mentorWith(server: Server, learners = 1, name = 'Salma Haddad') {
  const phone = newPhone()
  // Does the same as the command `add-responder`. A process for the command would take a second.
  const db = await openDatabase({ databaseUrl: '', dataDir: server.dataDir })
  const { id } = await insertMentor(db, { name, phoneNumber: phone }, Date.now())
  await db.destroy()
  const mentor = await personByPhone(server, phone)
  const theirs: Person[] = []
  for (let count = 0; count < learners; count++) theirs.push(await personOf(server, { responderId: id }))
  return { id, mentor, learners: theirs, learner: theirs[0] as Person, name }
}

/** Sends a message, as this person's browser would on another device. */
export async function sendAs(who: Person, to: string | number, text: string, more: object = {}): Promise<Message> {
  const body = { to, content: encodeText(text), type: 'disciple' as const, ...more }
  return (await who.call(sendMessage, { body })).data
}

/** The newest texts of a learner's conversation, as the server has them. */
export async function storedTexts({ call }: Person): Promise<string[]> {
  return (await call(listMessages, { query: {} })).data.map(({ content }) => decodeText(content))
}

export async function unseenBy(who: Person): Promise<Record<string, number>> {
  return (await who.call(getUpdates, { query: {} })).data.unseenCount
}

/** The parts of a conversation, by their visible names. */
export function talk(page: Page, language: Language = 'en') {
  const t = texts[language].messages
  const box = page.getByRole('textbox', { name: t.yourMessage })
  return {
    t,
    box,
    list: page.getByRole('log', { name: t.list }),
    send: page.getByRole('button', { name: t.send, exact: true }),
    newer: page.getByRole('button', { name: t.newer }),
    bubble: (text: string): Locator => page.locator('.bubble', { hasText: text }),
    async say(text: string) {
      await box.fill(text)
      await box.press('Enter')
    },
  }
}

/** Opens the messages screen of this person in a browser of their own. */
export async function at(browser: Browser, server: Server, who: Person, language: Language = 'en', path = '/messages') {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await bringIn(page, who, language)
  await page.goto(server.origin + path)
  return { page, context, ...talk(page, language) }
}

/**
 * Scrolls until the list goes no further and the message is visible. Returns the numbers in the first visible words
 * after each step, and the largest number of messages in the document.
 */
export function readOn(list: Locator, byPx: number, until: string): Promise<{ inSight: number[]; most: number }> {
  return list.evaluate(
    async (element, { byPx, until }) => {
      const inSight: number[] = []
      let most = 0
      const texts = () => Array.from(element.querySelectorAll('.bubble p'))
      const isAtEdge = () => {
        const { scrollTop, scrollHeight, clientHeight } = element
        return byPx < 0 ? scrollTop === 0 : scrollTop + clientHeight > scrollHeight - 2
      }
      while (!(isAtEdge() && texts().some(({ textContent }) => textContent === until))) {
        element.scrollTop += byPx
        await new Promise(requestAnimationFrame)
        const top = element.getBoundingClientRect().top
        const first = texts().find(text => text.getBoundingClientRect().bottom > top)
        inSight.push(Number(/\d+/.exec(first?.textContent ?? '')))
        most = Math.max(most, texts().length)
      }
      return { inSight, most }
    },
    { byPx, until },
  )
}
