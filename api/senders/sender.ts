import { ApiError } from '../../contract/calls/api-error.ts'
import type { Language } from '../../contract/languages.ts'
import { SECOND } from '../../contract/time.ts'

/** A request does not wait longer for a mail. */
const MAX_WAIT_MS = 5 * SECOND

export type Sms = {
  to: string
  text: string
  /** The code in the text, if there is one. */
  code?: string
}

export type Mail = {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The link in the text, if there is one. */
  link?: string
  /** The code in the text, if there is one. */
  code?: string
}

/** A code only: WhatsApp has the words in a template. `language` is that of the reader. */
export type WhatsappCode = { to: string; code: string; language: Language }

/** Resolves when the gateway took the text. Throws a 503 if it did not. */
export type SendSms = (sms: Sms) => Promise<void>
export type SendWhatsapp = (code: WhatsappCode) => Promise<void>
export type SendMail = (mail: Mail) => Promise<void>

/**
 * Why a message could not be sent. `words` are the gateway's own; they may name the recipient. `mayHaveArrived`: the
 * message left, and no answer came.
 */
export type SendFailure = { message: string; words?: string; mayHaveArrived: boolean }

export function failureOf(error: Error): SendFailure {
  const cause = error.cause instanceof Error ? error.cause : error
  const deeper = cause.cause instanceof Error ? cause.cause.message : undefined
  const { words, mayHaveArrived = false } = cause as Error & Partial<SendFailure>
  const message = deeper ? `${cause.message}: ${deeper}` : cause.message
  return { message, mayHaveArrived, ...(words ? { words } : {}) }
}

/** The cause is for the log, not for the person who waits for a code. */
export function throwNotSent(cause: Error): never {
  throw Object.assign(new ApiError('unavailable', { retryAfter: 30 }), { cause })
}

/**
 * Resolves when the gateway took the message, and also when the message left and no answer came: it may still arrive,
 * so its code or link must be good. Throws if it was not sent.
 */
export async function throwIfUnsent(sending: Promise<void>, warn: (message: string) => void): Promise<void> {
  try {
    await sending
  } catch (error) {
    const { message, mayHaveArrived } = failureOf(error as Error)
    if (!mayHaveArrived) throw error
    warn(`A message may have been sent or not: ${message}`)
  }
}

/** Waits for five seconds at most. After that the message may arrive: the sending goes on. */
export async function withSendTimeout(sending: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    const reason = new Error(`no answer within ${MAX_WAIT_MS / SECOND} seconds`)
    const cause = Object.assign(reason, { mayHaveArrived: true })
    late.reject(Object.assign(new ApiError('unavailable'), { cause }))
  }, MAX_WAIT_MS)
  await Promise.race([sending, late.promise]).finally(() => clearTimeout(timer))
}
