import { createHash } from 'node:crypto'
import type { Message } from '../../../contract/messages.ts'
import type { PushPayload } from '../../../contract/push.ts'
import { decodeText } from '../../../contract/text/encoded-text.ts'
import { firstLetters } from '../../../contract/text/first-letters.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import type { BrowserSubscription } from './subscriptions.ts'

const LETTERS_SHOWN = 120

/** Says that there is a message. If the browser's owner chose so, shows its sender and its beginning instead. */
export function pushPayloadOf(
  message: Message,
  name: string | undefined,
  { uid, language, showsText }: BrowserSubscription,
): PushPayload {
  const words = serverTexts[language].push
  const general = { title: words.app, body: words.message }
  const shown = showsText ? { title: name ?? words.app, body: beginning(message) || words.voice } : general
  return { ...shown, language, tag: tagFor(uid, message), path: pathOf(message) }
}

/** Says that a new browser was let in. Who let it in is shown only in the app. */
export function approvedSignInPayload({ uid, language }: BrowserSubscription): PushPayload {
  const words = serverTexts[language].push
  const tag = createHash('sha256').update(`${uid} let in`).digest('base64url').slice(0, 32)
  return { title: words.app, body: words.letIn, language, tag, path: '/account' }
}

/** The tag differs for each conversation and reader, so that a push service cannot connect them. */
function tagFor(uid: string, message: Message): string {
  return createHash('sha256')
    .update(`${uid} ${learnerIn(message)}`)
    .digest('base64url')
    .slice(0, 32)
}

/** The path of the conversation: a mentor has many, a learner one. */
function pathOf({ from, fromName }: Message): string {
  return fromName === undefined ? `/messages/${from}` : '/messages'
}

/** Uid of the learner in whose conversation the message is. */
export function learnerIn({ from, to, fromName }: Message): string {
  return fromName === undefined ? from : to
}

function beginning({ content }: Message): string {
  const line = decodeText(content).replace(/\s+/g, ' ').trim()
  return firstLetters(line, LETTERS_SHOWN) === line ? line : `${firstLetters(line, LETTERS_SHOWN - 1)}…`
}
