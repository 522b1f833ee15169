import { ApiError } from '../../contract/calls/api-error.ts'
import type { Language } from '../../contract/languages.ts'

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
 * Why a message could not be sent. `words` are the gateway's own; they may name the recipient. `mayHaveArrived`: it
 * left, and no answer came.
 */
export type Failure = { message: string; words?: string; mayHaveArrived: boolean }

export function failureOf(error: Error): Failure {
  const cause = error.cause instanceof Error ? error.cause : error
  const deeper = cause.cause instanceof Error ? cause.cause.message : undefined
  const { words, mayHaveArrived = false } = cause as Error & Partial<Failure>
  const message = deeper ? `${cause.message}: ${deeper}` : cause.message
  return { message, mayHaveArrived, ...(words ? { words } : {}) }
}

/** The cause is for the log, not for the person who waits for a code. */
export function notHandedOver(cause: Error): never {
  throw Object.assign(new ApiError('unavailable', { retryAfter: 30 }), { cause })
}
