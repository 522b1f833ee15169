import { ApiError } from '../../contract/calls/api-error.ts'

export type Sms = {
  to: string
  text: string
  /** The code in the text, where it brings one. */
  code?: string
}

export type Mail = {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The link in the text, where it brings one. */
  link?: string
  /** The code in the text, where it brings one. */
  code?: string
}

/** Done when the text was handed over. Refuses with 503 when nobody took it. */
export type SendSms = (sms: Sms) => Promise<void>
export type SendMail = (mail: Mail) => Promise<void>

/** The reason travels along for the log; it is not for the person who waits for a code. */
export function notHandedOver(cause: Error): never {
  throw Object.assign(new ApiError('unavailable', { retryAfter: 30 }), { cause })
}
