import { expect, test } from '@playwright/test'
import { listMessages } from '../../contract/messages.ts'
import { decodeText } from '../../contract/text/encoded-text.ts'
import { findWebkit } from '../find-webkit.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { mentorWith } from '../messages/talking.ts'
import { codeSentTo, personByPhone, progressOf } from '../people.ts'
import { Server } from '../server.ts'
import { finishPage, lessonPath } from '../study.ts'
import { Webkit } from './webkit.ts'

const LESSON = 'first-steps-en-welcome'
const { login, lesson: words } = texts.en

const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`

test('in WebKit Noura signs in, answers, leaves, returns by a URL, and answers the next page', async () => {
  test.skip(findWebkit() === undefined, 'no WebKitGTK on this machine')
  const server = new Server()
  const webkit = new Webkit()
  try {
    await Promise.all([server.start(), webkit.open()])
    await mentorWith(server, 0)
    const noura = await personByPhone(server)
    await finishPage(noura, LESSON, 'hello')
    const lastCompleted = async () => (await progressOf(noura, LESSON))?.lastCompleted
    const expectAt = (path: string) => expect.poll(() => webkit.url()).toBe(server.origin + path)

    await webkit.goto(`${server.origin}/login?lang=en`)
    await webkit.type('#phone', noura.phone)
    await webkit.press(button(login.send))
    await webkit.sees('#code')
    await webkit.type('#code', codeSentTo(server, noura.phone))
    // The code of a known phone is sent by itself.
    await webkit.sees('.course .btn')

    await webkit.goto(server.origin + lessonPath(LESSON, 3))
    await webkit.press(button(words.next))
    await expectAt(lessonPath(LESSON, 4))
    await expect.poll(lastCompleted).toBe(3)

    await webkit.goto(`${server.origin}/messages`)
    await webkit.type('textarea', 'Can my sister use this phone?')
    await webkit.press(button(texts.en.messages.send))
    const said = async () =>
      (await noura.call(listMessages, { query: {} })).data.map(({ content }) => decodeText(content))
    await expect.poll(said).toEqual(['Can my sister use this phone?'])

    await webkit.goto(server.origin + lessonPath(LESSON, 4))
    await webkit.press('label:nth-of-type(2)')
    await webkit.press(button(words.next))
    await expectAt(lessonPath(LESSON, 5))
    await expect.poll(async () => (await progressOf(noura, LESSON))?.answers).toEqual({ 'shared-phone': 'log-out' })
  } finally {
    await webkit.close()
    await server.remove()
  }
})
